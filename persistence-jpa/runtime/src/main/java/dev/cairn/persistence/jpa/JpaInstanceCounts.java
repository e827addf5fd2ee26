package dev.cairn.persistence.jpa;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.jboss.logging.Logger;

import dev.cairn.api.InstanceCount;
import dev.cairn.persistence.jpa.CountSlotPool.Slot;
import dev.cairn.spi.InstanceCountTally;
import dev.cairn.spi.StoreException;
import io.smallrye.mutiny.Uni;

/**
 * The counts of instances: sums that the writers keep, and a recount if these are not right.
 *
 * <p>
 * Each transaction that changes instances changes the sums by the same amounts. So the difference between instances and sums
 * does not change by itself. A recount adds it to the sums: one statement reads the instances and the sums at one moment. No
 * writer waits for a recount.
 *
 * <p>
 * Nodes of an earlier version change instances without the sums. The row of each node in {@code cairn_node} tells if it keeps
 * counts; if not, it has the time until which a recount includes its writes.
 */
final class JpaInstanceCounts {

    private static final Logger LOG = Logger.getLogger(JpaStoreLogCategory.CATEGORY);

    /** Maximum time of a recount: enough to read a table of a billion rows. */
    private static final Duration LONGEST = Duration.ofHours(2);
    /** A life that was replaced by a later one may write until its next heartbeat, which is refused. */
    private static final long REPLACED_MILLIS = 60_000;

    private static final String UNCOVERED = "(n.covered_until IS NULL OR n.alive_until > n.covered_until)";
    private static final String WRITING_UNTIL = "n.alive_until + CASE WHEN n.superseded THEN " + REPLACED_MILLIS
            + " ELSE 0 END";
    private static final String SUMS = "SELECT c.workflow, c.version, c.phase, SUM(c.instances),"
            + " (SELECT COUNT(*) FROM cairn_node n WHERE " + UNCOVERED + ") FROM cairn_count c"
            + " GROUP BY c.workflow, c.version, c.phase";
    private static final String MISSING = "SELECT g.workflow, g.version, g.phase, SUM(g.instances) FROM ("
            + "SELECT i.workflow, i.version, " + InstanceCountGroupKey.sqlPhase("i") + " AS phase, COUNT(*) AS instances"
            + " FROM cairn_instance i GROUP BY i.workflow, i.version, " + InstanceCountGroupKey.sqlPhase("i")
            + " UNION ALL SELECT c.workflow, c.version, c.phase, -SUM(c.instances) FROM cairn_count c WHERE c.phase >= 0"
            + " GROUP BY c.workflow, c.version, c.phase) g GROUP BY g.workflow, g.version, g.phase HAVING SUM(g.instances) <> 0";
    private static final String STATE_ROW = "node_id = '' AND slot = 0 AND phase = " + InstanceCountGroupKey.STATE.phase();
    private static final String STATE = "SELECT c.instances FROM cairn_count c WHERE " + STATE_ROW;

    private final StoreTransactions transactions;
    private final JpaNodeRegistry nodes;
    private final DatabaseDialect database;
    private final DatabaseThreads threads;
    private final AtomicBoolean underWay = new AtomicBoolean();
    private final AtomicBoolean reportedOld = new AtomicBoolean();
    private final AtomicInteger heartbeats = new AtomicInteger();

    /** @param threads a single thread, which a recount may occupy for long */
    JpaInstanceCounts(StoreTransactions transactions, JpaNodeRegistry nodes, DatabaseDialect database,
            DatabaseThreads threads) {
        this.transactions = transactions;
        this.nodes = nodes;
        this.database = database;
        this.threads = threads;
    }

    private record Sum(InstanceCountGroupKey group, long instances, long uncoveredLives) {}

    /** Blocks. Empty if the sums are not right; this call then begins to correct them in the background, if possible. */
    Optional<List<InstanceCount>> counts() {
        List<Sum> sums = transactions.single("how many instances there are",
                connection -> InstanceResultSetMapper.query(connection, SUMS,
                        List.of(), result -> new Sum(group(result.getString(1), result.getString(2), result.getInt(3)),
                                result.getLong(4), result.getLong(5))));
        boolean areRight = sums.stream().anyMatch(sum -> sum.group.equals(InstanceCountGroupKey.STATE) && sum.instances == 1
                && sum.uncoveredLives == 0);
        if (!areRight) {
            begin();
            return Optional.empty();
        }
        InstanceCountTally tally = new InstanceCountTally();
        sums.stream().filter(sum -> sum.instances != 0 && !sum.group.equals(InstanceCountGroupKey.STATE))
                .forEach(sum -> tally.add(sum.group.group(), sum.instances));
        return Optional.of(tally.counts());
    }

    private static InstanceCountGroupKey group(String workflow, String version, int phase) {
        return phase == InstanceCountGroupKey.STATE.phase() ? InstanceCountGroupKey.STATE
                : new InstanceCountGroupKey(workflow, version, phase);
    }

    /** Called after each heartbeat. By the second one the node has started, and has time for a recount. */
    void heard(long aliveForMillis) {
        if (aliveForMillis > 0 && heartbeats.get() < 2 && heartbeats.incrementAndGet() == 2) {
            begin();
        }
    }

    private void begin() {
        if (underWay.compareAndSet(false, true)) {
            Uni<Void> recount = threads.submit(() -> {
                putRight();
                return null;
            });
            recount.onTermination().invoke(() -> underWay.set(false)).subscribe().with(done -> {}, JpaInstanceCounts::failed);
        }
    }

    private static void failed(Throwable failure) {
        if (failure instanceof StoreException told && told.permanent()) {
            // The store is closed.
            return;
        }
        LOG.warnf(
                "CAIRN-0581: Stored instances not counted: %s Until they are, searches determine the numbers. The next query"
                        + " of the numbers tries again.",
                failure.getMessage());
    }

    private void putRight() {
        createState();
        transactions.write("counts of nodes that are gone", this::mergeGone);
        if (transactions.write("the state of counts", this::hasToCount)) {
            boolean any = transactions.single("an instance", connection -> !InstanceResultSetMapper.query(connection,
                    "SELECT i.id FROM cairn_instance i FETCH FIRST 1 ROWS ONLY", List.of(), result -> "").isEmpty());
            if (any) {
                LOG.info("Counting the instances that the database already has");
            }
            transactions.writeSlowly("counting the instances", LONGEST, this::count);
            if (any) {
                LOG.info("Counted the instances in the database");
            }
        }
    }

    /** If two nodes create the row at once, one of them fails and repeats the transaction. */
    private void createState() {
        transactions.write("the state of counts", connection -> {
            if (InstanceResultSetMapper.query(connection, STATE, List.of(), result -> "").isEmpty()) {
                CountChanges changes = new CountChanges();
                changes.add(InstanceCountGroupKey.STATE, 0);
                changes.write(connection, database, Slot.BASE);
            }
            return null;
        });
    }

    /** Locks the row of the state, as each step of a recount does. Its number; empty if another node has the lock. */
    private Optional<Long> lock(Connection connection) throws SQLException {
        return InstanceResultSetMapper
                .query(connection, STATE + database.forUpdateOfFreeRows(), List.of(), result -> result.getLong(1)).stream()
                .findFirst();
    }

    private static void setState(Connection connection, long state) throws SQLException {
        InstanceResultSetMapper.update(connection, "UPDATE cairn_count SET instances = ? WHERE " + STATE_ROW, List.of(state));
    }

    /** Adds up the rows of lives that are gone: each life has rows of its own. A writer that still goes on begins new rows. */
    private Void mergeGone(Connection connection) throws SQLException {
        if (lock(connection).isEmpty()) {
            return null;
        }
        Set<String> alive = nodes.alive(connection);
        List<String> gone = InstanceResultSetMapper
                .query(connection, "SELECT DISTINCT c.node_id FROM cairn_count c WHERE c.node_id <> ''",
                        List.of(), result -> result.getString(1))
                .stream().filter(node -> !alive.contains(node)).toList();
        CountChanges changes = new CountChanges();
        for (String node : gone) {
            for (Counted row : InstanceResultSetMapper.query(connection,
                    "SELECT c.slot, c.group_id, c.workflow, c.version, c.phase, c.instances"
                            + " FROM cairn_count c WHERE c.node_id = ?" + database.forUpdateOfFreeRows(),
                    List.of(node), Counted::of)) {
                changes.add(row.group, row.instances);
                InstanceResultSetMapper.update(connection,
                        "DELETE FROM cairn_count WHERE node_id = ? AND slot = ? AND group_id = ?",
                        List.of(node, row.slot, row.groupId));
            }
        }
        changes.write(connection, database, Slot.BASE);
        InstanceResultSetMapper.update(connection,
                "DELETE FROM cairn_count WHERE node_id = '' AND slot = 0 AND phase >= 0 AND instances = 0",
                List.of());
        return null;
    }

    private record Counted(int slot, String groupId, InstanceCountGroupKey group, long instances) {
        static Counted of(ResultSet result) throws SQLException {
            return new Counted(result.getInt(1), result.getString(2),
                    new InstanceCountGroupKey(result.getString(3), result.getString(4), result.getInt(5)), result.getLong(6));
        }
    }

    /** True if instances have to be counted, no other node does it now, and no node without counts may still write. */
    private boolean hasToCount(Connection connection) throws SQLException {
        Optional<Long> state = lock(connection);
        if (state.isEmpty()) {
            return false;
        }
        long nowMillis = database.nowMillis(connection);
        List<Boolean> writing = InstanceResultSetMapper.query(connection,
                "SELECT CASE WHEN " + WRITING_UNTIL + " > ? THEN 1 ELSE 0 END"
                        + " FROM cairn_node n WHERE " + UNCOVERED,
                List.of(nowMillis), result -> result.getInt(1) == 1);
        if (writing.isEmpty()) {
            return state.get() == 0;
        }
        setState(connection, 0);
        if (writing.contains(true)) {
            reportOld();
            return false;
        }
        InstanceResultSetMapper.update(connection,
                "UPDATE cairn_node n SET covered_until = n.alive_until WHERE " + UNCOVERED + " AND "
                        + WRITING_UNTIL + " <= ?",
                List.of(nowMillis));
        return true;
    }

    /** Adds the difference between instances and sums to the sums. */
    private Void count(Connection connection) throws SQLException {
        // Before any other read: on some databases the first read fixes the moment of which a transaction reads.
        Optional<Long> state = lock(connection);
        if (state.isPresent() && state.get() == 0) {
            CountChanges changes = new CountChanges();
            InstanceResultSetMapper.query(connection, MISSING, List.of(), result -> {
                changes.add(new InstanceCountGroupKey(result.getString(1), result.getString(2), result.getInt(3)),
                        result.getLong(4));
                return null;
            });
            changes.write(connection, database, Slot.BASE);
            setState(connection, 1);
        }
        return null;
    }

    private void reportOld() {
        if (reportedOld.compareAndSet(false, true)) {
            LOG.info(
                    "Nodes of an earlier version of Cairn write to the database. As long as they do, searches determine the"
                            + " numbers of instances.");
        }
    }
}
