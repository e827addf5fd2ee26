package dev.cairn.persistence.jpa;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import dev.cairn.api.InstanceStatus;
import dev.cairn.spi.Claim;

/** Claims instances. */
final class JpaInstanceClaimer {

    private static final String RUNNABLE = "i.status <= " + InstanceStatus.RUNNING.code();
    private static final String NEXT_OWNER = "SELECT MIN(i.owner) FROM cairn_instance i WHERE " + RUNNABLE + " AND i.owner > ?";

    private final StoreTransactions transactions;
    private final JpaNodeRegistry nodes;
    private final DatabaseDialect database;

    JpaInstanceClaimer(StoreTransactions transactions, JpaNodeRegistry nodes, DatabaseDialect database) {
        this.transactions = transactions;
        this.nodes = nodes;
        this.database = database;
    }

    /** @param untilMillis the value of {@link JpaNodeRegistry#takesOverUntilMillis} at the time of the request */
    List<Claim> claim(String nodeId, List<String> ids, long untilMillis) {
        return transactions.write("claims", connection -> {
            List<InstanceResultSetMapper.Stored> found = new ArrayList<>();
            // Sorted, so that two nodes that claim the same instances do not deadlock.
            for (List<String> part : InstanceResultSetMapper.parts(ids.stream().distinct().sorted().toList())) {
                found.addAll(InstanceResultSetMapper.query(connection,
                        "SELECT " + InstanceResultSetMapper.COLUMNS + " FROM cairn_instance i WHERE i.id IN "
                                + InstanceResultSetMapper.placeholders(part.size()) + " ORDER BY i.id FOR UPDATE",
                        part));
            }
            // Read after the rows are locked: an owner may have begun its life during the wait for the locks.
            Set<String> alive = nodes.aliveUntil(connection, untilMillis);
            Map<String, Claim> claims = new HashMap<>();
            List<InstanceResultSetMapper.Stored> free = found.stream().filter(stored -> !stored.row().status().ended()
                    && free(stored.row().owner(), nodeId, alive)).toList();
            take(connection, nodeId, free).forEach(claim -> claims.put(claim.row().id(), claim));
            return ids.stream().distinct().map(claims::get).filter(Objects::nonNull).toList();
        });
    }

    private static boolean free(String owner, String nodeId, Set<String> alive) {
        return owner == null || owner.equals(nodeId) || !alive.contains(owner);
    }

    /** @param untilMillis as for {@link #claim} */
    List<Claim> claimOrphans(String nodeId, int limit, long untilMillis) {
        return transactions.write("orphans", connection -> {
            database.findByIndex(connection);
            List<Claim> claims = orphans(connection, nodeId, limit, untilMillis, database.forUpdateOfFreeRows());
            // Rows that other transactions lock may be free afterwards: wait for them before the answer is that none are left.
            return claims.isEmpty() ? orphans(connection, nodeId, limit, untilMillis, DatabaseDialect.FOR_UPDATE) : claims;
        });
    }

    private List<Claim> orphans(Connection connection, String nodeId, int limit, long untilMillis, String forUpdate)
            throws SQLException {
        List<Claim> claims = new ArrayList<>(orphansOf(connection, null, nodeId, limit, forUpdate));
        // The live nodes are read after the owners: one of them may have begun its life meanwhile.
        List<String> owners = claims.size() < limit ? owners(connection) : List.of();
        Set<String> alive = nodes.aliveUntil(connection, untilMillis);
        for (String owner : owners) {
            if (claims.size() < limit && !owner.equals(nodeId) && !alive.contains(owner)) {
                claims.addAll(orphansOf(connection, owner, nodeId, limit - claims.size(), forUpdate));
            }
        }
        return claims;
    }

    /** The number of owners equals that of nodes. Each is looked up separately, and no instance of a live one is touched. */
    private static List<String> owners(Connection connection) throws SQLException {
        List<String> owners = new ArrayList<>();
        for (String owner = nextOwner(connection, ""); owner != null; owner = nextOwner(connection, owner)) {
            owners.add(owner);
        }
        return owners;
    }

    private static String nextOwner(Connection connection, String after) throws SQLException {
        return InstanceResultSetMapper.query(connection, NEXT_OWNER, List.of(after), result -> result.getString(1)).get(0);
    }

    private static List<Claim> orphansOf(Connection connection, String owner, String nodeId, int limit, String forUpdate)
            throws SQLException {
        // Most instances have ended and have no owner, so a planner that does not know that the two go together expects to find enough
        // of them soon in any order. The order of the index keeps it from reading the table.
        String sql = "SELECT " + InstanceResultSetMapper.COLUMNS + " FROM cairn_instance i WHERE " + RUNNABLE + " AND i.owner "
                + (owner == null ? "IS NULL" : "= ?") + " ORDER BY i.owner FETCH FIRST " + limit + " ROWS ONLY" + forUpdate;
        return take(connection, nodeId,
                InstanceResultSetMapper.query(connection, sql, owner == null ? List.of() : List.of(owner)));
    }

    private static List<Claim> take(Connection connection, String nodeId, List<InstanceResultSetMapper.Stored> free)
            throws SQLException {
        if (free.isEmpty()) {
            return List.of();
        }
        for (List<InstanceResultSetMapper.Stored> part : InstanceResultSetMapper.parts(free)) {
            List<Object> parameters = new ArrayList<>();
            parameters.add(nodeId);
            part.forEach(stored -> parameters.add(stored.row().id()));
            // The rows are locked, so the epoch has not changed since it was read.
            InstanceResultSetMapper.update(connection, "UPDATE cairn_instance SET owner = ?, epoch = epoch + 1 WHERE id IN "
                    + InstanceResultSetMapper.placeholders(part.size()), parameters);
        }
        return free.stream().map(stored -> new Claim(stored.row().withOwner(nodeId), stored.epoch() + 1, stored.entryCount()))
                .toList();
    }
}
