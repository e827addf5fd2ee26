package dev.cairn.persistence.jpa;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

import dev.cairn.spi.InstanceMessage;

/** Messages to the owners of instances, left by other nodes. */
final class JpaInstanceMessages {

    private final StoreTransactions transactions;
    private final JpaNodeRegistry nodes;

    JpaInstanceMessages(StoreTransactions transactions, JpaNodeRegistry nodes) {
        this.transactions = transactions;
        this.nodes = nodes;
    }

    void post(InstanceMessage message) {
        transactions.write("a message for " + message.instanceId(), connection -> {
            // If another transaction posts the same between the two statements, the second one violates the index and is tried
            // again.
            return isPosted(connection, message) ? 0
                    : InstanceResultSetMapper.update(connection,
                            "INSERT INTO cairn_message (message_id, instance_id, body) VALUES (?, ?, ?)",
                            List.of(message.id(), message.instanceId(), message.body()));
        });
    }

    /** A message whose instance is gone is everybody's, so that it does not stay for ever. */
    List<InstanceMessage> messages(String nodeId, int limit) {
        return transactions.single("messages", connection -> {
            List<Object> parameters = new ArrayList<>(nodes.alive(connection));
            parameters.remove(nodeId);
            String others = parameters.isEmpty() ? ""
                    : " WHERE i.owner IS NULL OR i.owner NOT IN "
                            + InstanceResultSetMapper.placeholders(parameters.size());
            return InstanceResultSetMapper.query(connection,
                    "SELECT m.instance_id, m.message_id, m.body FROM cairn_message m LEFT JOIN cairn_instance i"
                            + " ON i.id = m.instance_id" + others + " ORDER BY m.sequence_number FETCH FIRST " + limit
                            + " ROWS ONLY",
                    parameters, result -> new InstanceMessage(result.getString(1), result.getString(2), result.getBytes(3)));
        });
    }

    boolean isPosted(InstanceMessage message) {
        return transactions.single("a message for " + message.instanceId(), connection -> isPosted(connection, message));
    }

    private static boolean isPosted(Connection connection, InstanceMessage message) throws SQLException {
        return !InstanceResultSetMapper
                .query(connection, "SELECT 1 FROM cairn_message WHERE message_id = ?", List.of(message.id()),
                        result -> result.getInt(1))
                .isEmpty();
    }

    void handled(List<InstanceMessage> messages) {
        List<String> ids = messages.stream().map(InstanceMessage::id).sorted().toList();
        transactions.write("messages that were handled", connection -> {
            for (List<String> part : InstanceResultSetMapper.parts(ids)) {
                InstanceResultSetMapper.update(connection,
                        "DELETE FROM cairn_message WHERE message_id IN " + InstanceResultSetMapper.placeholders(part.size()),
                        part);
            }
            return null;
        });
    }
}
