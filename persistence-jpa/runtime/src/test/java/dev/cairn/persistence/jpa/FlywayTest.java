package dev.cairn.persistence.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.api.InstanceStatus;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.StoredInstance;
import dev.cairn.testkit.SampleInstances;
import dev.cairn.testkit.StoredCountCheck;

/**
 * Flyway runs the migrations once on each database that they are shipped for, and they keep the rows of an earlier version. A changed
 * comment of a repeatable migration makes Flyway run it again, which must change nothing.
 */
@Tag("servers")
@Tag("jpa")
class FlywayTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String FIRST = "R__cairn_0001_tables.sql";

    @TempDir
    Path migrations;

    @Test
    void onPostgres() {
        migrates(TestServers.postgres("flyway"), "postgresql");
    }

    @Test
    void onMariaDb() {
        migrates(TestServers.mariaDb("flyway"), "mariadb");
    }

    @Test
    void onH2() {
        migrates("jdbc:h2:mem:flyway;DB_CLOSE_DELAY=-1", "h2");
    }

    private void migrates(String url, String directory) {
        try (PersistenceUnit unit = new PersistenceUnit(url, 4, "none")) {
            Flyway first = Flyway.configure().dataSource(unit.dataSource())
                    .locations("filesystem:" + firstMigration(directory)).load();
            assertThat(first.migrate().migrationsExecuted).isEqualTo(1);
            writeRows(unit);
            Flyway flyway = Flyway.configure().dataSource(unit.dataSource()).locations("db/cairn/" + directory).load();
            assertThat(flyway.migrate().migrationsExecuted).isEqualTo(3);
            assertThat(flyway.migrate().migrationsExecuted).isZero();
            checkRows(unit, "b");
            Flyway withoutHistory = Flyway.configure().configuration(flyway.getConfiguration()).table("flyway_again")
                    .baselineOnMigrate(true).load();
            assertThat(withoutHistory.migrate().migrationsExecuted).isEqualTo(4);
            checkRows(unit, "c");
        } catch (IOException | SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** A directory that has only the migration of the first version. */
    private Path firstMigration(String directory) throws IOException {
        try (InputStream migration = FlywayTest.class.getResourceAsStream("/db/cairn/" + directory + "/" + FIRST)) {
            Files.copy(migration, migrations.resolve(FIRST));
        }
        return migrations;
    }

    /** As the first version writes a faulted instance with one entry, and a node that has left. */
    private static void writeRows(PersistenceUnit unit) throws SQLException {
        unit.run("INSERT INTO cairn_node (id, name, alive_until, superseded) VALUES ('old~1', 'old', 1000, FALSE)",
                "INSERT INTO cairn_instance (id, workflow, version, status, created_at, updated_at, wake_at, keep_until, epoch,"
                        + " entry_count) VALUES ('a', 'shop:orders', '1.0.0', 5, 1, 2, 0, 0, 1, 1)");
        try (Connection connection = unit.dataSource().getConnection();
                PreparedStatement entry = connection.prepareStatement(
                        "INSERT INTO cairn_entry (instance_id, position, entry_count, payload) VALUES ('a', 0, 1, ?)")) {
            entry.setBytes(1, "1".getBytes(StandardCharsets.US_ASCII));
            entry.executeUpdate();
        }
    }

    /** The row of the first version is there, and another one can be written. */
    private static void checkRows(PersistenceUnit unit, String newId) {
        try (InstanceStore store = JpaStore.open(unit.sessions(), new JpaSettings(2, PATIENCE, false))) {
            StoredInstance old = store.load("a").await().atMost(PATIENCE).orElseThrow();
            assertThat(SampleInstances.entries(old)).containsExactly("1");
            assertThat(old.row().status()).isEqualTo(InstanceStatus.FAULTED);
            assertThat(old.row().errorType()).isNull();
            assertThat(store.commit(List.of(SampleInstances.create(SampleInstances.running(newId), "1"))).await()
                    .atMost(PATIENCE)).containsExactly(CommitResult.COMMITTED);
            assertThat(store.load(newId).await().atMost(PATIENCE)).isPresent();
            StoredCountCheck.compare(store, "with " + newId);
        }
    }
}
