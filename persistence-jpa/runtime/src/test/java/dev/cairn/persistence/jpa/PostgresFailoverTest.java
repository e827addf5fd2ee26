package dev.cairn.persistence.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.servers.FaultyProxy;
import dev.cairn.servers.PostgresServer;
import dev.cairn.spi.InstanceStore;

/**
 * Kills a primary with SIGKILL while it is written to and its standby gets nothing any more, lets the standby take over, and checks
 * that it has everything that was acknowledged.
 */
@Tag("servers")
@Tag("failover")
@Tag("any-jdk")
class PostgresFailoverTest {

    private static final int WRITES = 1_000;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    Path directory;

    @Test
    void aStandbyThatIsWaitedForHasWhatWasAcknowledged() throws Exception {
        assertThat(violations("synchronous_standby_names=*")).isEmpty();
    }

    @Test
    void whatNoStandbyIsWaitedForIsLost() throws Exception {
        assertThat(violations()).isNotEmpty();
    }

    private List<String> violations(String... settings) throws Exception {
        boolean waiting = settings.length > 0;
        try (PostgresServer primary = PostgresServer.open(directory.resolve("primary"), settings);
                FaultyProxy address = FaultyProxy.to(primary.port());
                FaultyProxy link = FaultyProxy.to(primary.port())) {
            primary.stop();
            try (PostgresServer standby = PostgresServer.standbyOf(primary, link.port(), directory.resolve("standby"))) {
                primary.start();
                String url = primary.jdbcUrl().replace(":" + primary.port() + "/", ":" + address.port() + "/");
                try (PersistenceUnit unit = new PersistenceUnit(url, 8, "none");
                        PersistenceUnit onPrimary = new PersistenceUnit(primary.jdbcUrl(), 1, "none");
                        InstanceStore store = JpaStore.open(unit.sessions(),
                                new JpaSettings(3, Duration.ofSeconds(10), true))) {
                    awaitReplication(onPrimary);
                    AcknowledgedWrites writes = new AcknowledgedWrites(store);
                    writes.start();
                    writes.awaitMore(WRITES);
                    link.silence();
                    if (waiting) {
                        await(() -> count(onPrimary, "pg_stat_activity WHERE wait_event = 'SyncRep'") > 0);
                    } else {
                        writes.awaitMore(WRITES);
                    }
                    primary.kill();
                    // Held back data are lost.
                    link.strand();
                    standby.promote();
                    address.lead(standby.port());
                    writes.awaitMore(WRITES);
                    writes.stop();
                    return writes.violations(store);
                }
            }
        }
    }

    /** Without this the first writes of a primary that does not wait could be from before the standby existed. */
    private static void awaitReplication(PersistenceUnit primary) throws Exception {
        await(() -> count(primary, "pg_stat_replication WHERE state = 'streaming'") > 0);
    }

    private static int count(PersistenceUnit unit, String what) throws SQLException {
        try (Connection connection = unit.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT count(*) FROM " + what)) {
            result.next();
            return result.getInt(1);
        }
    }

    private interface Condition {
        boolean holds() throws SQLException;
    }

    private static void await(Condition condition) throws SQLException {
        long lastNanos = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.holds()) {
            assertThat(System.nanoTime()).as("it takes more than a minute").isLessThan(lastNanos);
        }
    }
}
