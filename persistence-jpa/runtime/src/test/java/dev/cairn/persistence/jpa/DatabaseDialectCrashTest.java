package dev.cairn.persistence.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.TestAbortedException;

import dev.cairn.servers.LocalServer;
import dev.cairn.servers.LosingDisk;
import dev.cairn.servers.MariaDbServer;
import dev.cairn.servers.MissingServerException;
import dev.cairn.servers.PostgresServer;
import dev.cairn.spi.InstanceStore;

/**
 * Kills databases with SIGKILL while writers are at it, stops their machines, so that what was not synced is lost, and looks for
 * everything that was acknowledged.
 */
@Tag("crash")
@Tag("failover")
@Tag("any-jdk")
class DatabaseDialectCrashTest {

    private static final int CRASHES = Integer.getInteger("cairn.kills", 4);
    private static final int WRITES_BETWEEN = 1_000;

    @TempDir
    Path directory;

    private final long seed = System.nanoTime();

    @Test
    void nothingThatWasAcknowledgedIsLost() throws InterruptedException {
        try (PostgresServer server = PostgresServer.open(directory)) {
            assertThat(violations(server, server.jdbcUrl(), LocalServer::kill)).isEmpty();
        }
    }

    /** The planted fault: this server answers before it has written anything. */
    @Test
    void aServerThatAcknowledgesTooEarlyIsFoundOut() throws InterruptedException {
        try (PostgresServer server = PostgresServer.open(directory, "synchronous_commit=off", "wal_writer_delay=10s")) {
            assertThat(violations(server, server.jdbcUrl(), LocalServer::kill)).isNotEmpty();
        }
    }

    @Test
    void nothingIsLostWhenTheMachineOfAPostgresStops() throws InterruptedException {
        try (PostgresServer server = PostgresServer.open(losingDisk())) {
            assertThat(violations(server, server.jdbcUrl(), LocalServer::losePower)).as("seed %s", seed).isEmpty();
        }
    }

    /** The planted fault: this server answers before its disk has anything but the tables. */
    @Test
    void aPostgresThatDoesNotWaitForItsDiskIsFoundOut() throws InterruptedException {
        LosingDisk disk = losingDisk();
        try (PostgresServer server = PostgresServer.open(disk)) {
            createTables(server.jdbcUrl());
        }
        try (PostgresServer server = PostgresServer.open(disk, "synchronous_commit=off", "wal_writer_delay=10s")) {
            assertThat(violations(server, server.jdbcUrl(), LocalServer::losePower)).as("seed %s", seed).isNotEmpty();
        }
    }

    @Test
    void nothingIsLostWhenTheMachineOfAMariaDbStops() throws InterruptedException {
        try (MariaDbServer server = mariaDb()) {
            assertThat(violations(server, server.jdbcUrl(), LocalServer::losePower)).as("seed %s", seed).isEmpty();
        }
    }

    /** It survives being killed, since the operating system has all of it. */
    @Test
    void aMariaDbThatDoesNotWaitForItsDiskIsFoundOut() throws InterruptedException {
        try (MariaDbServer server = mariaDb("innodb-flush-log-at-trx-commit=2")) {
            assertThat(violations(server, server.jdbcUrl(), LocalServer::losePower)).as("seed %s", seed).isNotEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "sync-binlog=1", "innodb-flush-log-at-trx-commit=3" })
    void nothingIsLostWhereABinaryLogIsSyncedOrNotReliedOn(String setting) throws InterruptedException {
        try (MariaDbServer server = mariaDb("log-bin=binary-log", setting)) {
            assertThat(violations(server, server.jdbcUrl(), LocalServer::losePower)).as("seed %s", seed).isEmpty();
        }
    }

    /** As it comes: what the binary log has not, InnoDB takes back. */
    @Test
    void aBinaryLogThatIsNotSyncedIsFoundOut() throws InterruptedException {
        try (MariaDbServer server = mariaDb("log-bin=binary-log")) {
            assertThat(violations(server, server.jdbcUrl(), LocalServer::losePower)).as("seed %s", seed).isNotEmpty();
        }
    }

    private LosingDisk losingDisk() {
        return new LosingDisk(directory.resolve("disk"), new Random(seed));
    }

    private MariaDbServer mariaDb(String... settings) {
        LosingDisk disk = losingDisk();
        try {
            return MariaDbServer.open(disk, settings);
        } catch (MissingServerException e) {
            throw new TestAbortedException(e.getMessage(), e);
        }
    }

    private static void createTables(String jdbcUrl) {
        try (PersistenceUnit unit = new PersistenceUnit(jdbcUrl, 1, "none")) {
            open(unit).close();
        }
    }

    private static InstanceStore open(PersistenceUnit unit) {
        return JpaStore.open(unit.sessions(), new JpaSettings(3, Duration.ofSeconds(10), true));
    }

    private static List<String> violations(LocalServer server, String jdbcUrl, Consumer<LocalServer> crash)
            throws InterruptedException {
        try (PersistenceUnit unit = new PersistenceUnit(jdbcUrl, 8, "none");
                InstanceStore store = open(unit)) {
            AcknowledgedWrites writes = new AcknowledgedWrites(store);
            writes.start();
            for (int i = 0; i < CRASHES; i++) {
                writes.awaitMore(WRITES_BETWEEN);
                crash.accept(server);
                server.start();
            }
            writes.awaitMore(WRITES_BETWEEN);
            writes.stop();
            return writes.violations(store);
        }
    }
}
