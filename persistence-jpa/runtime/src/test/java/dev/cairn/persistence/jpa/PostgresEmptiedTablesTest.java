package dev.cairn.persistence.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;

/**
 * Everything ended and was removed, and the server has cleaned up. A plan made now, for a table without rows, serves all starts
 * until the server plans again.
 */
@Tag("servers")
@Tag("jpa")
@Tag("any-jdk")
class PostgresEmptiedTablesTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String OWNER = "node-a~1";
    private static final int BEFORE = 3_000;
    /** So often that the server keeps a plan. */
    private static final int FIRST = 33;
    /** Few enough for the statements of writes to stay the same. */
    private static final int AFTER = 300;

    @Test
    void whatIsStartedAfterwardsIsFoundByIndexes() throws SQLException {
        String url = TestServers.postgres("emptied");
        // One connection, which keeps the plans.
        try (PersistenceUnit observer = new PersistenceUnit(url, 1, "none");
                PersistenceUnit unit = new PersistenceUnit(url, 1, "none");
                InstanceStore store = open(unit)) {
            run(store, 0, BEFORE, InstanceStatus.COMPLETED);
            assertThat(store.removeEnded(2, BEFORE).await().atMost(PATIENCE)).isEqualTo(BEFORE);
            observer.run("VACUUM ANALYZE");
            run(store, BEFORE, FIRST, InstanceStatus.RUNNING);
            long before = readFromEndToEnd(unit);

            run(store, BEFORE + FIRST, AFTER, InstanceStatus.RUNNING);

            assertThat(readFromEndToEnd(unit) - before).as("how often tables were read from end to end").isZero();
        }
    }

    private static InstanceStore open(PersistenceUnit unit) {
        return JpaStore.open(unit.sessions(), new JpaSettings(1, PATIENCE, true));
    }

    /** Three at a time are created in a batch, go on in a batch, and one by one; then each is read. */
    private static void run(InstanceStore store, int from, int count, InstanceStatus last) {
        for (int i = from; i < from + count; i += 3) {
            List<String> ids = Stream.of(i, i + 1, i + 2).map(number -> "i-" + number).toList();
            commit(store, ids.stream().map(id -> write(id, 0, InstanceStatus.RUNNING)).toList());
            commit(store, ids.stream().map(id -> write(id, 1, InstanceStatus.RUNNING)).toList());
            for (String id : ids) {
                commit(store, List.of(write(id, 2, last)));
                assertThat(store.load(id).await().atMost(PATIENCE)).isPresent();
            }
        }
    }

    private static InstanceWrite write(String id, int position, InstanceStatus status) {
        boolean ended = status.ended();
        InstanceRow row = new InstanceRow(id, "shop:w", "1.0.0", status, 1, 2, InstanceRow.NEVER, ended ? null : OWNER,
                ended ? 1 : InstanceRow.NEVER, SearchKeys.NONE);
        return InstanceWrite.of(row, 1, position, List.of(new byte[] { 1 }));
    }

    private static void commit(InstanceStore store, List<InstanceWrite> batch) {
        assertThat(store.commit(batch).await().atMost(PATIENCE)).containsOnly(CommitResult.COMMITTED);
    }

    /** The counters of the connection. */
    private static long readFromEndToEnd(PersistenceUnit unit) throws SQLException {
        try (Connection connection = unit.dataSource().getConnection(); Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_stat_force_next_flush()");
            try (ResultSet result = statement.executeQuery("SELECT sum(seq_scan) FROM pg_stat_user_tables"
                    + " WHERE relname LIKE 'cairn_%' AND relname <> 'cairn_node'")) {
                result.next();
                return result.getLong(1);
            }
        }
    }
}
