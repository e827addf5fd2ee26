package dev.cairn.persistence.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

import dev.cairn.servers.MariaDbServer;
import dev.cairn.servers.MissingServerException;
import dev.cairn.servers.PostgresServer;

@Tag("servers")
@Tag("jpa")
class DurabilityReportTest {

    @TempDir
    Path directory;

    @Test
    void aNewPostgresAcknowledgesWhatIsOnDisk() throws SQLException {
        assertThat(weak(TestServers.postgres("durable"), DatabaseDialect.POSTGRESQL)).isEmpty();
    }

    @Test
    void settingsOfPostgresThatLoseAreFound() throws SQLException {
        try (PostgresServer server = PostgresServer.open(directory, "synchronous_commit=off", "fsync=off")) {
            assertThat(weak(server.jdbcUrl(), DatabaseDialect.POSTGRESQL)).containsExactly("synchronous_commit=off",
                    "fsync=off");
        }
    }

    @Test
    void settingsOfMariaDbThatLoseAreFound() throws SQLException {
        String url = TestServers.mariaDb("durable");
        assertThat(weak(url, DatabaseDialect.MARIADB)).isEmpty();
        try (PersistenceUnit unit = new PersistenceUnit(url, 1, "none")) {
            unit.run("SET GLOBAL innodb_flush_log_at_trx_commit = 2");
            assertThat(weak(url, DatabaseDialect.MARIADB)).containsExactly("innodb_flush_log_at_trx_commit=2");
            unit.run("SET GLOBAL innodb_flush_log_at_trx_commit = 1");
        }
    }

    @Test
    void aBinaryLogOfMariaDbThatIsNotSyncedIsFound() throws SQLException {
        try (MariaDbServer server = mariaDb("log-bin=binary-log")) {
            assertThat(weak(server.jdbcUrl(), DatabaseDialect.MARIADB)).containsExactly("sync_binlog=0");
            try (PersistenceUnit unit = new PersistenceUnit(server.jdbcUrl(), 1, "none")) {
                unit.run("SET GLOBAL sync_binlog = 1");
                assertThat(weak(server.jdbcUrl(), DatabaseDialect.MARIADB)).isEmpty();
                unit.run("SET GLOBAL sync_binlog = 10, GLOBAL innodb_flush_log_at_trx_commit = 3");
                assertThat(weak(server.jdbcUrl(), DatabaseDialect.MARIADB)).isEmpty();
            }
        }
    }

    private MariaDbServer mariaDb(String setting) {
        try {
            return MariaDbServer.open(directory, setting);
        } catch (MissingServerException e) {
            throw new TestAbortedException(e.getMessage(), e);
        }
    }

    @Test
    void h2IsKnownNotToWaitForTheDisk() throws SQLException {
        assertThat(weak("jdbc:h2:mem:durable", DatabaseDialect.H2)).containsExactly("in memory");
        assertThat(weak("jdbc:h2:file:" + directory.toAbsolutePath().resolve("h2"), DatabaseDialect.H2))
                .containsExactly("no fsync");
    }

    private static List<String> weak(String url, DatabaseDialect expected) throws SQLException {
        try (PersistenceUnit unit = new PersistenceUnit(url, 1, "none");
                Connection connection = unit.dataSource().getConnection()) {
            assertThat(DatabaseDialect.of(connection)).isEqualTo(expected);
            return DurabilityReport.weak(connection, expected);
        }
    }
}
