package dev.cairn.persistence.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.Node;

/** Many instances were started and the application died, before PostgreSQL has looked at what its tables hold. */
@Tag("servers")
@Tag("jpa")
@Tag("any-jdk")
class PostgresWithoutStatisticsTest {

    private static final int ROWS = 100_000;
    private static final int PAGE = 64;
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Node NODE = new Node("node-a", "2");

    @Test
    void whatIsTakenUpIsFoundByIndexes() throws SQLException {
        String url = TestServers.postgres("without_statistics");
        try (PersistenceUnit unit = new PersistenceUnit(url, 2, "none"); InstanceStore store = open(unit)) {
            unit.run("ALTER TABLE cairn_instance SET (autovacuum_enabled = false)",
                    "ALTER TABLE cairn_entry SET (autovacuum_enabled = false)",
                    "INSERT INTO cairn_instance SELECT 'i-' || lpad(g::text, 9, '0'), 'shop:w', '1.0.0', 1, g, g, 0, 'node-a~1', 0,"
                            + " NULL, NULL, 1, 1 FROM generate_series(1, " + ROWS + ") AS g",
                    "INSERT INTO cairn_entry SELECT id, 0, 1, repeat('e', 150)::bytea FROM cairn_instance");
        }
        try (PersistenceUnit observer = new PersistenceUnit(url, 1, "none")) {
            long wholeTablesBefore = wholeTables(observer);
            long placesBefore = placesOfOwners(observer);

            try (PersistenceUnit unit = new PersistenceUnit(url, 2, "none"); InstanceStore store = open(unit)) {
                store.heartbeat(NODE, PATIENCE.toMillis()).await().atMost(PATIENCE);
                assertThat(store.claimOrphans(NODE.id(), PAGE).await().atMost(PATIENCE)).hasSize(PAGE);
                List<String> ids = IntStream.range(0, PAGE).mapToObj(i -> String.format("i-%09d", 1 + 100 * i)).toList();
                assertThat(store.loadAll(ids).await().atMost(PATIENCE)).hasSize(PAGE);
            }

            assertThat(wholeTables(observer)).isEqualTo(wholeTablesBefore);
            assertThat(placesOfOwners(observer) - placesBefore).isLessThan(3 * PAGE);
        }
    }

    private static InstanceStore open(PersistenceUnit unit) {
        return JpaStore.open(unit.sessions(), new JpaSettings(2, PATIENCE, true));
    }

    private static long wholeTables(PersistenceUnit observer) throws SQLException {
        return count(observer,
                "SELECT sum(seq_scan) FROM pg_stat_user_tables WHERE relname IN ('cairn_instance', 'cairn_entry')");
    }

    private static long placesOfOwners(PersistenceUnit observer) throws SQLException {
        return count(observer, "SELECT idx_tup_read FROM pg_stat_user_indexes WHERE indexrelname = 'cairn_instance_owner'");
    }

    /** The work of the others is counted when they have left. */
    private static long count(PersistenceUnit observer, String query) throws SQLException {
        try (Connection connection = observer.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            while (one(statement, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                    + " AND pid <> pg_backend_pid() AND backend_type = 'client backend'") > 0) {
                Thread.onSpinWait();
            }
            return one(statement, query);
        }
    }

    private static long one(Statement statement, String query) throws SQLException {
        try (ResultSet result = statement.executeQuery(query)) {
            result.next();
            return result.getLong(1);
        }
    }
}
