package dev.cairn.persistence.jpa;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import dev.cairn.spi.NodeLease;
import dev.cairn.spi.NodeMessage;
import dev.cairn.spi.NodeMessages;
import io.smallrye.mutiny.Uni;

/** Messages between nodes. */
final class JpaNodeMessages implements NodeMessages {

    private final StoreTransactions transactions;
    private final JpaNodeRegistry nodes;
    private final DatabaseDialect database;
    private final DatabaseThreads writers;
    private final DatabaseThreads readers;

    JpaNodeMessages(StoreTransactions transactions, JpaNodeRegistry nodes, DatabaseDialect database, DatabaseThreads writers,
            DatabaseThreads readers) {
        this.transactions = transactions;
        this.nodes = nodes;
        this.database = database;
        this.writers = writers;
        this.readers = readers;
    }

    @Override
    public Uni<List<NodeLease>> leases() {
        return read("who is alive", nodes::leases);
    }

    @Override
    public Uni<Void> tell(List<NodeMessage> messages) {
        List<NodeMessage> all = List.copyOf(messages);
        return write("what nodes are told", connection -> {
            long nowMillis = database.nowMillis(connection);
            for (NodeMessage message : all) {
                tell(connection, message, nowMillis);
            }
            return null;
        });
    }

    /**
     * If another transaction sends the same between the two statements, the second one violates the index and is tried again.
     */
    private static void tell(Connection connection, NodeMessage message, long nowMillis) throws SQLException {
        if (unheard(connection, message.id(), List.of(message.nodeId())).isEmpty()) {
            InstanceResultSetMapper.update(connection,
                    "INSERT INTO cairn_node_message (node_id, message_id, told_at, body) VALUES (?, ?, ?, ?)",
                    List.of(message.nodeId(), message.id(), nowMillis, message.body()));
        }
    }

    @Override
    public Uni<List<NodeMessage>> told(String nodeId, int limit) {
        return read("what a node was told", connection -> InstanceResultSetMapper.query(connection,
                "SELECT message_id, body FROM cairn_node_message WHERE node_id = ? ORDER BY sequence_number FETCH FIRST "
                        + limit + " ROWS ONLY",
                List.of(nodeId), result -> new NodeMessage(nodeId, result.getString(1), result.getBytes(2))));
    }

    @Override
    public Uni<List<String>> unheard(String messageId, List<String> nodeIds) {
        List<String> all = List.copyOf(nodeIds);
        return read("which nodes have heard", connection -> unheard(connection, messageId, all));
    }

    private static List<String> unheard(Connection connection, String messageId, List<String> nodeIds) throws SQLException {
        Set<String> asked = new HashSet<>(nodeIds);
        List<String> found = new ArrayList<>(
                InstanceResultSetMapper.query(connection, "SELECT node_id FROM cairn_node_message WHERE message_id = ?",
                        List.of(messageId), result -> result.getString(1)));
        found.retainAll(asked);
        return found;
    }

    @Override
    public Uni<Void> heard(List<NodeMessage> messages) {
        List<NodeMessage> all = List.copyOf(messages);
        return write("what nodes have heard", connection -> {
            for (NodeMessage message : all) {
                InstanceResultSetMapper.update(connection,
                        "DELETE FROM cairn_node_message WHERE message_id = ? AND node_id = ?",
                        List.of(message.id(), message.nodeId()));
            }
            return null;
        });
    }

    private <T> Uni<T> read(String what, TransactionWork<T> work) {
        return readers.submit(() -> transactions.single(what, work));
    }

    private Uni<Void> write(String what, TransactionWork<Void> work) {
        return writers.submit(() -> transactions.write(what, work));
    }
}
