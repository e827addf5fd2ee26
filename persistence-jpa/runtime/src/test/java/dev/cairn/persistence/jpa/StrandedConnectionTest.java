package dev.cairn.persistence.jpa;

import static dev.cairn.testkit.SampleInstances.A;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.servers.FaultyProxy;
import dev.cairn.servers.PostgresServer;
import dev.cairn.spi.StoreException;
import io.smallrye.mutiny.CompositeException;
import io.smallrye.mutiny.Uni;

/** Connections whose other side is gone without a word, as if a firewall had forgotten them; the database is well. */
@Tag("servers")
@Tag("jpa")
class StrandedConnectionTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration LEASE = Duration.ofSeconds(7);

    /** More than the threads for heartbeats. */
    private static final int CONNECTIONS = 4;

    @TempDir
    Path directory;

    @Test
    void theyDoNotCostTheLease() throws SQLException {
        try (PostgresServer server = PostgresServer.open(directory);
                FaultyProxy proxy = FaultyProxy.to(server.port());
                PersistenceUnit unit = new PersistenceUnit(
                        server.jdbcUrl().replace(":" + server.port(), ":" + proxy.port()), 8, "none");
                JpaStore store = JpaStore.open(unit.sessions(), new JpaSettings(2, Duration.ofSeconds(30), true))) {
            use(unit, CONNECTIONS);
            proxy.strand();
            long beganNanos = System.nanoTime();
            while (!isAlive(store)) {
                assertThat(System.nanoTime() - beganNanos).isLessThan(LEASE.toNanos());
            }
            assertThat(System.nanoTime() - beganNanos).isLessThan(LEASE.toNanos());
        }
    }

    /** Afterwards the pool has that many. */
    private static void use(PersistenceUnit unit, int connections) throws SQLException {
        if (connections > 0) {
            try (Connection connection = unit.dataSource().getConnection()) {
                assertThat(connection.isValid((int) PATIENCE.toSeconds())).isTrue();
                use(unit, connections - 1);
            }
        }
    }

    /** Several heartbeats are under way if the first of them is not answered. */
    private static boolean isAlive(JpaStore store) {
        Uni<Long> heartbeat = store.heartbeat(A, LEASE.toMillis());
        try {
            Uni.join().first(heartbeat, heartbeat, heartbeat).withItem().await().atMost(PATIENCE);
            return true;
        } catch (StoreException | CompositeException e) {
            return false;
        }
    }
}
