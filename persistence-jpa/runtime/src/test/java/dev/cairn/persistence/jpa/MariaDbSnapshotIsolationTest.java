package dev.cairn.persistence.jpa;

import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.inPhase;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

import dev.cairn.api.InstanceStatus;
import dev.cairn.servers.MariaDbServer;
import dev.cairn.servers.MissingServerException;

/** MariaDB refuses to write a row that has changed since the transaction looked first; from 11.6.2 on it does so as it comes. */
@Tag("servers")
@Tag("mariadb")
@Tag("any-jdk")
class MariaDbSnapshotIsolationTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    Path directory;

    @Test
    void aTransactionThatSawAnEarlierStateIsDoneAgain() {
        try (MariaDbServer server = server();
                PersistenceUnit unit = new PersistenceUnit(server.jdbcUrl(), 8, "none");
                JpaStore store = JpaStore.open(unit.sessions(), new JpaSettings(2, PATIENCE, true))) {
            store.commit(List.of(create(inPhase("x", InstanceStatus.RUNNING, null), "1"))).await().atMost(PATIENCE);
            AtomicInteger attempts = new AtomicInteger();
            StoreTransactions transactions = new StoreTransactions(unit.sessions(), PATIENCE);
            List<Long> epochs = transactions.write("work", connection -> {
                String epoch = "SELECT epoch FROM cairn_instance WHERE id = 'x'";
                InstanceResultSetMapper.query(connection, epoch, List.of(), result -> result.getLong(1));
                if (attempts.incrementAndGet() == 1) {
                    unit.run("UPDATE cairn_instance SET epoch = 7 WHERE id = 'x'");
                }
                return InstanceResultSetMapper.query(connection, epoch + DatabaseDialect.FOR_UPDATE, List.of(),
                        result -> result.getLong(1));
            });
            assertThat(epochs).containsExactly(7L);
            assertThat(attempts).hasValue(2);
        }
    }

    private MariaDbServer server() {
        try {
            return MariaDbServer.open(directory, "innodb-snapshot-isolation=ON");
        } catch (MissingServerException e) {
            throw new TestAbortedException(e.getMessage(), e);
        }
    }
}
