package dev.cairn.testkit;

import static dev.cairn.spi.CommitResult.COMMITTED;
import static dev.cairn.spi.CommitResult.EXISTS;
import static dev.cairn.spi.CommitResult.FENCED;
import static dev.cairn.testkit.SampleInstances.A;
import static dev.cairn.testkit.SampleInstances.B;
import static dev.cairn.testkit.SampleInstances.FUTURE_MILLIS;
import static dev.cairn.testkit.SampleInstances.LONG_MILLIS;
import static dev.cairn.testkit.SampleInstances.NODE;
import static dev.cairn.testkit.SampleInstances.OTHER_NODE;
import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.entries;
import static dev.cairn.testkit.SampleInstances.inPhase;
import static dev.cairn.testkit.SampleInstances.next;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;

import dev.cairn.api.InstanceStatus;
import dev.cairn.spi.Claim;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import io.smallrye.mutiny.Uni;

/**
 * Concurrent calls: each operation that the contract calls atomic is executed by two threads, again and again. With a store
 * that is shared they are two nodes. A store that is not atomic may pass by chance, and does so the less the longer its steps
 * take.
 */
public interface RaceContract extends StoreUnderTest {

    /** Number of repetitions of each race. */
    int ROUNDS = 20;

    private static InstanceRow free(String id) {
        return inPhase(id, InstanceStatus.RUNNING, null);
    }

    private void bothAreAlive() {
        assumeKeepsState();
        await(store().heartbeat(A, LONG_MILLIS));
        await(another().heartbeat(B, LONG_MILLIS));
    }

    @Test
    default void ofTwoWhoClaimOneGetsIt() {
        bothAreAlive();
        for (int round = 0; round < ROUNDS; round++) {
            String id = "i-" + round;
            write(create(free(id), "1"));
            List<List<Claim>> claims = together(() -> store().claim(NODE, List.of(id)),
                    () -> another().claim(OTHER_NODE, List.of(id)));
            assertThat(claims.get(0).size() + claims.get(1).size()).as("claims of %s", id).isEqualTo(1);
            String owner = claims.get(0).isEmpty() ? OTHER_NODE : NODE;
            assertThat(row(id).orElseThrow().owner()).isEqualTo(owner);
        }
    }

    @Test
    default void ofTwoWhoClaimOrphansEachGetsOthers() {
        bothAreAlive();
        for (int round = 0; round < ROUNDS / 2; round++) {
            List<String> ids = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                ids.add("i-" + round + "-" + i);
                write(create(free(ids.get(i)), "1"));
            }
            List<String> claimed = new ArrayList<>();
            for (List<Claim> claims : together(() -> store().claimOrphans(NODE, 20),
                    () -> another().claimOrphans(OTHER_NODE, 20))) {
                claims.forEach(claim -> claimed.add(claim.row().id()));
            }
            await(store().claimOrphans(NODE, 20)).forEach(claim -> claimed.add(claim.row().id()));
            assertThat(claimed).containsExactlyInAnyOrderElementsOf(ids);
        }
    }

    @Test
    default void ofTwoWhoCreateOneDoes() {
        assumeKeepsState();
        for (int round = 0; round < ROUNDS; round++) {
            String id = "i-" + round;
            List<List<CommitResult>> results = together(() -> store().commit(List.of(create(free(id), "one"))),
                    () -> another().commit(List.of(create(free(id), "other"))));
            assertThat(results).containsExactlyInAnyOrder(List.of(COMMITTED), List.of(EXISTS));
            assertThat(entries(load(id))).containsExactly(results.get(0).contains(COMMITTED) ? "one" : "other");
        }
    }

    @Test
    default void ofTwoWhoContinueOneDoes() {
        assumeKeepsState();
        for (int round = 0; round < ROUNDS; round++) {
            String id = "i-" + round;
            write(create(free(id), "1"));
            List<List<CommitResult>> results = together(() -> store().commit(List.of(next(free(id), 1, 1, "one"))),
                    () -> another().commit(List.of(next(free(id), 1, 1, "other"))));
            assertThat(results).containsExactlyInAnyOrder(List.of(COMMITTED), List.of(FENCED));
            assertThat(entries(load(id))).containsExactly("1", results.get(0).contains(COMMITTED) ? "one" : "other");
        }
    }

    @Test
    default void whatIsWrittenWhileItIsClaimedIsThereOrRefused() {
        bothAreAlive();
        for (int round = 0; round < ROUNDS; round++) {
            String id = "i-" + round;
            write(create(free(id), "1"));
            List<List<?>> results = together(() -> store().commit(List.of(next(free(id), 1, 1, "late"))),
                    () -> another().claim(OTHER_NODE, List.of(id)));
            boolean written = results.get(0).contains(COMMITTED);
            assertThat(results.get(1)).hasSize(1);
            assertThat(entries(load(id))).isEqualTo(written ? List.of("1", "late") : List.of("1"));
            long epoch = ((Claim) results.get(1).get(0)).epoch();
            write(next(inPhase(id, InstanceStatus.RUNNING, OTHER_NODE), epoch, written ? 2 : 1, "more"));
            assertThat(row(id).orElseThrow().owner()).isEqualTo(OTHER_NODE);
        }
    }

    @Test
    default void whatGoesOnWhileItIsRemovedStaysOrIsRefused() {
        assumeKeepsState();
        for (int round = 0; round < ROUNDS; round++) {
            String id = "i-" + round;
            write(create(inPhase(id, InstanceStatus.FAULTED, null).withKeepUntil(1_000), "1"));
            List<Object> results = together(() -> store().removeEnded(FUTURE_MILLIS, 10),
                    () -> another().commit(List.of(next(free(id), 1, 1, "retried"))));
            boolean written = results.get(1).equals(List.of(COMMITTED));
            assertThat(results.get(0)).isEqualTo(written ? 0 : 1);
            if (written) {
                assertThat(entries(load(id))).containsExactly("1", "retried");
            } else {
                assertThat(row(id)).isEmpty();
            }
        }
    }

    /** Two calls from two threads, and what they gave. */
    private <T> List<T> together(Supplier<? extends Uni<? extends T>> one, Supplier<? extends Uni<? extends T>> other) {
        CountDownLatch ready = new CountDownLatch(2);
        List<CompletableFuture<T>> results = new ArrayList<>();
        for (Supplier<? extends Uni<? extends T>> call : List.of(one, other)) {
            results.add(CompletableFuture.supplyAsync(() -> {
                ready.countDown();
                while (ready.getCount() > 0) {
                    Thread.onSpinWait();
                }
                return call.get().await().atMost(PATIENCE);
            }, command -> new Thread(command, "race").start()));
        }
        return results.stream().map(CompletableFuture::join).toList();
    }
}
