package dev.cairn.persistence.jpa;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.Node;
import dev.cairn.spi.NodeLease;
import dev.cairn.spi.StoreException;
import dev.cairn.spi.SupersededNodeException;

/** The live nodes, by the clock of the database. */
final class JpaNodeRegistry {

    /** A life that ended so long ago is forgotten, and what nodes were told so long ago. */
    private static final long FORGOTTEN_AFTER_MILLIS = 7L * 24 * 3_600_000;

    /** A life whose version keeps no counts is remembered until its writes are counted. */
    private static final List<String> ENDED = List.of(
            "DELETE FROM cairn_node WHERE alive_until < ? AND covered_until >= alive_until",
            "DELETE FROM cairn_node_message WHERE told_at < ?");

    /** Value of {@code covered_until} for a life that keeps counts. Nodes of earlier versions leave the column empty. */
    private static final long KEEPS_COUNTS = Long.MAX_VALUE;

    private final StoreTransactions transactions;
    private final DatabaseDialect database;
    /** Until when nodes of this store may take something over, by the clock of the database. */
    private final Map<String, Long> takesOverUntilMillis = new ConcurrentHashMap<>();

    JpaNodeRegistry(StoreTransactions transactions, DatabaseDialect database) {
        this.transactions = transactions;
        this.database = database;
    }

    /**
     * Says that a node is alive for a time, or leaves; the clock of the database.
     *
     * @throws SupersededNodeException if a later life of the node has begun, and this one does not leave
     */
    long heartbeat(Node node, long aliveForMillis) {
        if (aliveForMillis > 0) {
            transactions.leaseLasts(aliveForMillis);
        }
        long saidMillis = say(node, aliveForMillis);
        takesOverUntilMillis.put(node.id(), saidMillis + InstanceStore.takeoverMillis(aliveForMillis));
        return saidMillis;
    }

    private long say(Node node, long aliveForMillis) {
        return transactions
                .write("the heartbeat of " + node.id(), InstanceStore.heartbeatPatience(aliveForMillis), connection -> {
                    long nowMillis = database.nowMillis(connection);
                    List<?> values = List.of(nowMillis + aliveForMillis, node.id());
                    if (InstanceResultSetMapper.update(connection,
                            "UPDATE cairn_node SET alive_until = ? WHERE id = ? AND superseded = FALSE",
                            values) == 0) {
                        // It is not forgotten as long as it goes on, or it would begin once more.
                        if (InstanceResultSetMapper.update(connection,
                                "UPDATE cairn_node SET alive_until = ? WHERE id = ? AND superseded = TRUE",
                                values) == 0) {
                            begin(connection, node, nowMillis, aliveForMillis);
                        } else if (aliveForMillis > 0) {
                            return Optional.<Long>empty();
                        }
                    }
                    return Optional.of(nowMillis);
                }).orElseThrow(() -> new SupersededNodeException(node));
    }

    private static void begin(Connection connection, Node node, long nowMillis, long aliveForMillis) throws SQLException {
        for (String ended : ENDED) {
            InstanceResultSetMapper.update(connection, ended, List.of(nowMillis - FORGOTTEN_AFTER_MILLIS));
        }
        InstanceResultSetMapper.update(connection,
                "UPDATE cairn_node SET alive_until = ?, superseded = TRUE WHERE name = ? AND superseded = FALSE",
                List.of(nowMillis, node.name()));
        InstanceResultSetMapper.update(connection,
                "INSERT INTO cairn_node (id, name, alive_until, superseded, covered_until) VALUES (?, ?, ?, FALSE, ?)",
                List.of(node.id(), node.name(), nowMillis + aliveForMillis, KEEPS_COUNTS));
    }

    /** Until when a node may take something over that is asked for now, by the clock of the database; without bounds if it has sent no heartbeat. */
    long takesOverUntilMillis(String nodeId) {
        return takesOverUntilMillis.getOrDefault(nodeId, Long.MAX_VALUE);
    }

    /** The ids of those that are alive now. */
    Set<String> alive(Connection connection) throws SQLException {
        return alive(connection, database.nowMillis(connection));
    }

    /** The leases of the nodes that are alive. */
    List<NodeLease> leases(Connection connection) throws SQLException {
        long nowMillis = database.nowMillis(connection);
        return InstanceResultSetMapper.query(connection,
                "SELECT id, alive_until FROM cairn_node WHERE alive_until > ? AND superseded = FALSE",
                List.of(nowMillis), result -> new NodeLease(result.getString(1), result.getLong(2) - nowMillis));
    }

    /**
     * As {@link #alive(Connection)}, for who takes over what the others own.
     *
     * @throws StoreException if it is too late for that
     */
    Set<String> aliveUntil(Connection connection, long untilMillis) throws SQLException {
        long nowMillis = database.nowMillis(connection);
        if (nowMillis > untilMillis) {
            throw JpaStoreExceptionFactory.tooLate(nowMillis - untilMillis);
        }
        return alive(connection, nowMillis);
    }

    private static Set<String> alive(Connection connection, long nowMillis) throws SQLException {
        return new HashSet<>(
                InstanceResultSetMapper.query(connection,
                        "SELECT id FROM cairn_node WHERE alive_until > ? AND superseded = FALSE",
                        List.of(nowMillis), result -> result.getString(1)));
    }
}
