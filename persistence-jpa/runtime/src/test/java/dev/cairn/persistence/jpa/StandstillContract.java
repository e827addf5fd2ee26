package dev.cairn.persistence.jpa;

import static dev.cairn.testkit.SampleInstances.A;
import static dev.cairn.testkit.SampleInstances.B;
import static dev.cairn.testkit.SampleInstances.LONG_MILLIS;
import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.inPhase;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.Test;

import dev.cairn.api.InstanceStatus;

/** An application stands still in the middle of a transaction, as one whose machine is gone does to the server. */
abstract class StandstillContract {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final long SHORT_LEASE_MILLIS = 3_000;
    /** With what the machine has to do beside. Without a limit no node would ever get the instance. */
    private static final Duration MAX_STANDSTILL = Duration.ofSeconds(20);
    private static final String LOCK = "SELECT owner FROM cairn_instance WHERE id = 'x' FOR UPDATE";

    private final CountDownLatch stands = new CountDownLatch(1);
    private final CountDownLatch continued = new CountDownLatch(1);

    abstract String database();

    /** The limit's name in a session of the server, as text. */
    abstract String limit();

    /** The limit in a transaction of a node, as text: with a long lease, and with {@link #SHORT_LEASE_MILLIS}. */
    abstract List<String> limits();

    /** The final result of the standing work: its value, or the start of its failure. */
    abstract String outcome();

    @Test
    void itsInstancesAreTakenOverAndItsConnectionsAreAsTheyWere() throws Exception {
        String database = database();
        try (PersistenceUnit unit = new PersistenceUnit(database, 8, "none");
                PersistenceUnit still = new PersistenceUnit(database, 1, "none");
                JpaStore store = JpaStore.open(unit.sessions(), new JpaSettings(2, PATIENCE, true))) {
            StoreTransactions transactions = new StoreTransactions(still.sessions(), PATIENCE);
            String limitBefore = transactions.single("the limit", this::limit);
            store.heartbeat(A, LONG_MILLIS).await().atMost(PATIENCE);
            store.commit(List.of(create(inPhase("x", InstanceStatus.RUNNING, B.id()), "1"))).await().atMost(PATIENCE);

            CompletableFuture<String> outcome = standStill(transactions);
            stands.await();
            // No answer says that no orphans exist while one is locked.
            assertThat(store.claimOrphans(A.id(), 10).await().atMost(MAX_STANDSTILL)).extracting(claim -> claim.row().id())
                    .containsExactly("x");
            continued.countDown();

            assertThat(outcome.join()).startsWith(outcome());
            String ownerNow = transactions.write("one more", StandstillContract::owner);
            assertThat(ownerNow).isEqualTo(A.id());
            String limitAfter = transactions.single("the limit", this::limit);
            assertThat(limitAfter).isEqualTo(limitBefore);
        }
    }

    @Test
    void theServerEndsATransactionBeforeTheLeaseOfItsNode() {
        try (PersistenceUnit unit = new PersistenceUnit(database(), 1, "none")) {
            JpaStore.open(unit.sessions(), new JpaSettings(1, PATIENCE, true)).close();
            StoreTransactions transactions = new StoreTransactions(unit.sessions(), PATIENCE);
            JpaNodeRegistry nodes = new JpaNodeRegistry(transactions, transactions.database());
            List<String> found = new ArrayList<>();
            for (long leaseMillis : new long[] { LONG_MILLIS, SHORT_LEASE_MILLIS, 0 }) {
                nodes.heartbeat(A, leaseMillis);
                found.add(transactions.write("the limit", this::limit));
            }
            assertThat(found).containsExactly(limits().get(0), limits().get(1), limits().get(1));
        }
    }

    private CompletableFuture<String> standStill(StoreTransactions transactions) {
        return CompletableFuture.supplyAsync(() -> transactions.write("work", connection -> {
            String owner = owner(connection);
            stands.countDown();
            try {
                continued.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return owner.concat(owner(connection));
        }), task -> new Thread(task, "stands-still").start()).exceptionally(failure -> failure.getCause().getMessage());
    }

    private static String owner(Connection connection) throws SQLException {
        return InstanceResultSetMapper.query(connection, LOCK, List.of(), result -> result.getString(1)).get(0);
    }

    private String limit(Connection connection) throws SQLException {
        return InstanceResultSetMapper.query(connection, "SELECT " + limit(), List.of(), result -> result.getString(1)).get(0);
    }
}
