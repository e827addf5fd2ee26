package dev.cairn.persistence.jpa;

import static dev.cairn.testkit.SampleInstances.A;
import static dev.cairn.testkit.SampleInstances.B;
import static dev.cairn.testkit.SampleInstances.LONG_MILLIS;
import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.inPhase;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import dev.cairn.api.InstanceStatus;
import dev.cairn.spi.Claim;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.Node;

/** A node begins its life while another one claims. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ClaimRaceContract {

    static final Duration PATIENCE = Duration.ofMinutes(1);
    /** Its life is over. As an owner it comes before the others. */
    static final Node DEAD = new Node("dead", "1");

    final PersistenceUnit unit = new PersistenceUnit(database(), 8, "none");
    final JpaStore store = JpaStore.open(unit.sessions(), new JpaSettings(4, PATIENCE, true));

    abstract String database();

    /** A query for the number of those that wait for a lock. */
    abstract String waiters();

    @AfterEach
    void empty() {
        unit.empty();
    }

    @AfterAll
    void close() {
        store.close();
        unit.close();
    }

    static InstanceWrite owned(String id, Node owner) {
        return create(inPhase(id, InstanceStatus.RUNNING, owner.id()), "1");
    }

    void awaitWaiter() throws SQLException {
        try (Connection connection = unit.dataSource().getConnection()) {
            long deadlineNanos = System.nanoTime() + PATIENCE.toNanos();
            while (InstanceResultSetMapper.query(connection, waiters(), List.of(), result -> result.getLong(1)).get(0) == 0) {
                assertThat(System.nanoTime()).as("nobody waits for a lock").isLessThan(deadlineNanos);
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void aNodeThatBeginsItsLifeWhileItsInstanceIsWaitedForKeepsIt() throws Exception {
        store.heartbeat(A, LONG_MILLIS).await().atMost(PATIENCE);
        store.commit(List.of(owned("x", DEAD))).await().atMost(PATIENCE);

        CompletableFuture<List<Claim>> claims;
        try (Connection other = unit.dataSource().getConnection(); Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("SELECT id FROM cairn_instance WHERE id = 'x' FOR UPDATE");
            claims = store.claim(A.id(), List.of("x")).subscribeAsCompletionStage();
            awaitWaiter();
            store.heartbeat(B, LONG_MILLIS).await().atMost(PATIENCE);
            statement.execute("UPDATE cairn_instance SET owner = '" + B.id() + "', epoch = epoch + 1 WHERE id = 'x'");
            other.commit();
            other.setAutoCommit(true);
        }

        assertThat(claims.join()).isEmpty();
    }
}
