package dev.cairn.persistence.jpa;

import static dev.cairn.testkit.Samples.A;
import static dev.cairn.testkit.Samples.B;
import static dev.cairn.testkit.Samples.LONG_MILLIS;
import static dev.cairn.testkit.Samples.create;
import static dev.cairn.testkit.Samples.inPhase;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.Test;

import dev.cairn.spi.Claim;
import dev.cairn.spi.InstanceStatus;

/** An application stands still in the middle of a transaction, as one whose machine is gone does to the server. */
abstract class StandstillContract {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    /** With what the machine has to do beside. Without a limit of the transaction nobody would ever get the instance. */
    private static final long MOST_NANOS = Duration.ofSeconds(Database.MOST_SILENT_SECONDS + 15).toNanos();
    private static final String LOCK = "SELECT owner FROM cairn_instance WHERE id = 'x' FOR UPDATE";

    private final CountDownLatch stands = new CountDownLatch(1);
    private final CountDownLatch continued = new CountDownLatch(1);

    abstract String database();

    /** What it is called in a session of the server, as text. */
    abstract String limit();

    /** What the work of the one that stood still gives in the end: its result, or how its failure begins. */
    abstract String outcome();

    @Test
    void itsInstancesAreTakenOverAndItsConnectionsAreAsTheyWere() throws Exception {
        String database = database();
        try (PersistenceUnit unit = new PersistenceUnit(database, 8, "none");
                PersistenceUnit still = new PersistenceUnit(database, 1, "none");
                JpaStore store = JpaStore.open(unit.sessions(), new JpaSettings(2, PATIENCE, true))) {
            Transactions transactions = new Transactions(still.sessions(), PATIENCE);
            String limitBefore = limit(transactions);
            store.heartbeat(A, LONG_MILLIS).await().atMost(PATIENCE);
            store.commit(List.of(create(inPhase("x", InstanceStatus.RUNNING, B.id()), "1"))).await().atMost(PATIENCE);

            CompletableFuture<String> outcome = standStill(transactions);
            stands.await();
            assertThat(store.claimOrphans(A.id(), 10).await().atMost(PATIENCE)).as("it is locked").isEmpty();
            assertThat(takenOver(store)).extracting(claim -> claim.row().id()).containsExactly("x");
            continued.countDown();

            assertThat(outcome.join()).startsWith(outcome());
            assertThat(transactions.write("one more", StandstillContract::owner)).isEqualTo(A.id());
            assertThat(limit(transactions)).isEqualTo(limitBefore);
        }
    }

    private CompletableFuture<String> standStill(Transactions transactions) {
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
        return Rows.query(connection, LOCK, List.of(), result -> result.getString(1)).get(0);
    }

    private String limit(Transactions transactions) {
        return transactions.single("the limit", connection -> Rows
                .query(connection, "SELECT " + limit(), List.of(), result -> result.getString(1)).get(0));
    }

    private static List<Claim> takenOver(JpaStore store) {
        long deadlineNanos = System.nanoTime() + MOST_NANOS;
        List<Claim> taken = List.of();
        while (taken.isEmpty()) {
            assertThat(System.nanoTime()).as("nobody could take the instance over").isLessThan(deadlineNanos);
            taken = store.claimOrphans(A.id(), 10).await().atMost(PATIENCE);
        }
        return taken;
    }
}
