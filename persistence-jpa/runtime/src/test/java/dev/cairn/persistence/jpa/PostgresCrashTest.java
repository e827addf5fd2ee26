package dev.cairn.persistence.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.servers.PostgresServer;
import dev.cairn.spi.InstanceStore;

/** Kills PostgreSQL with SIGKILL while writers are at it, and looks for everything it acknowledged. */
class PostgresCrashTest {

    private static final int KILLS = Integer.getInteger("cairn.kills", 4);
    private static final int WRITES_BETWEEN = 1_000;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    Path directory;

    @Test
    void nothingThatWasAcknowledgedIsLost() throws InterruptedException {
        try (PostgresServer server = PostgresServer.open(directory)) {
            assertThat(violations(server)).isEmpty();
        }
    }

    /** The planted fault: this server answers before it has written anything. */
    @Test
    void aServerThatAcknowledgesTooEarlyIsFoundOut() throws InterruptedException {
        try (PostgresServer server = PostgresServer.open(directory, "synchronous_commit=off", "wal_writer_delay=10s")) {
            assertThat(violations(server)).isNotEmpty();
        }
    }

    private static List<String> violations(PostgresServer server) throws InterruptedException {
        try (PersistenceUnit unit = new PersistenceUnit(server.jdbcUrl(), 8, "none");
                InstanceStore store = JpaStore.open(unit.sessions(), new JpaSettings(3, Duration.ofSeconds(10), true))) {
            AcknowledgedWrites writes = new AcknowledgedWrites(store);
            writes.start();
            for (int kill = 1; kill <= KILLS; kill++) {
                await(writes, kill * WRITES_BETWEEN);
                server.killAndStart();
            }
            await(writes, writes.count() + WRITES_BETWEEN);
            writes.stop();
            return writes.violations(store);
        }
    }

    private static void await(AcknowledgedWrites writes, int count) {
        long lastMillis = System.currentTimeMillis() + PATIENCE.toMillis();
        while (writes.count() < count) {
            if (System.currentTimeMillis() > lastMillis) {
                throw new AssertionError("Only " + writes.count() + " of " + count + " writes were acknowledged");
            }
            Thread.onSpinWait();
        }
    }
}
