package dev.cairn.testkit;

import static dev.cairn.testkit.SampleInstances.A;
import static dev.cairn.testkit.SampleInstances.LONG_MILLIS;
import static dev.cairn.testkit.SampleInstances.NODE;
import static dev.cairn.testkit.StoreUnderTest.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;
import dev.cairn.spi.Claim;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceMessage;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import io.smallrye.mutiny.Uni;

/**
 * Starts, ends and removes instances in many rounds, while a few stay: the size of the store stays as it was after the first
 * rounds, and no trace of removed instances remains. A store's own test extends this class and defines how its sizes are
 * measured.
 *
 * <p>
 * The test runs {@code cairn.soak.rounds} rounds, or a multiple that the store needs, of {@code cairn.soak.instances}
 * instances. With {@code cairn.soak.upkeep=server} the server alone decides when it cleans up; then a round has to be long
 * enough that it does.
 */
public abstract class SoakContract {

    private static final int ROUNDS = Integer.getInteger("cairn.soak.rounds", 12);
    private static final int INSTANCES = Integer.getInteger("cairn.soak.instances", 384);
    private static final boolean EXPLICIT_UPKEEP = !"server".equals(System.getProperty("cairn.soak.upkeep"));
    /** Instances that go on together. */
    private static final int LANES = 128;
    private static final int STRAGGLERS = 20;
    private static final int ENTRY_BYTES = 600;
    private static final int REMOVE_LIMIT = 256;
    /** Maximum ratio of a size in the second half of the rounds to that in the first half. */
    private static final double GROWTH = 1.2;
    private static final long SLACK_BYTES = 128 * 1024;

    private final Random random = new Random(7);
    private final Map<String, long[]> sizes = new TreeMap<>();
    private InstanceStore store;
    private CompletableFuture<Integer> removal = CompletableFuture.completedFuture(0);
    private int removed;

    /** Opens the store, which is empty. */
    protected abstract InstanceStore open();

    /** Numbers of the store's objects by kind, such as the rows of a table. */
    protected abstract Map<String, Long> counts();

    /** The sizes that have to stay flat, in bytes. */
    protected abstract Map<String, Long> sizesBytes();

    /** Number of rounds; at least two. A store that takes longer until it reuses free space has more of them. */
    protected int rounds() {
        return ROUNDS;
    }

    /** Makes the server clean up now what it would clean up sometime. */
    protected abstract void cleanUp();

    @Test
    final void sizesStayFlatWhileEndedInstancesAreRemoved() {
        try (InstanceStore opened = open()) {
            store = opened;
            await(store.heartbeat(A, LONG_MILLIS));
            createStragglers();
            Map<String, Long> before = counts();
            long beganAtNanos = System.nanoTime();
            for (int round = 0; round < rounds(); round++) {
                run(round);
            }
            report(System.nanoTime() - beganAtNanos);
            assertThatSizesAreFlat();
            removeAll(Long.MAX_VALUE);
            assertThat(removed).isEqualTo(rounds() * roundSize());
            assertThat(counts()).isEqualTo(before);
            for (int i = 0; i < STRAGGLERS; i++) {
                assertThat(await(store.load("straggler-" + i)).orElseThrow().entries()).hasSize(1);
            }
        }
    }

    private static int roundSize() {
        return INSTANCES / LANES * LANES;
    }

    private void createStragglers() {
        commit(IntStream.range(0, STRAGGLERS)
                .mapToObj(i -> write(row("straggler-" + i, i, InstanceStatus.RUNNING, 0, NODE), 1, 0)).toList());
    }

    private void run(int round) {
        for (int from = 0; from < roundSize(); from += LANES) {
            List<String> ids = IntStream.range(from, from + LANES).mapToObj(i -> String.format("i-%06d-%06d", round, i))
                    .toList();
            live(ids, round);
        }
        removeAll(time(round));
        if (EXPLICIT_UPKEEP) {
            cleanUp();
        }
        int current = round;
        sizesBytes().forEach((name, bytes) -> sizes.computeIfAbsent(name, any -> new long[rounds()])[current] = bytes);
    }

    /** The life of instances: they start, wait, are claimed when their time has come, and end in different ways. */
    private void live(List<String> ids, int round) {
        commit(ids, i -> write(row(ids.get(i), i, InstanceStatus.RUNNING, round, NODE), 1, 0));
        commit(ids, i -> write(row(ids.get(i), i, InstanceStatus.WAITING, round, null), 1, 1));
        InstanceMessage handled = new InstanceMessage(ids.get(0), "handled-" + ids.get(0), bytes());
        boolean shared = store.capabilities().shared();
        if (shared) {
            await(store.post(handled));
            await(store.post(new InstanceMessage(ids.get(1), "left-" + ids.get(1), bytes())));
        }
        Map<String, Long> epochs = await(store.claim(NODE, ids)).stream()
                .collect(Collectors.toMap(claim -> claim.row().id(), Claim::epoch));
        if (shared) {
            await(store.handled(List.of(handled)));
        }
        commit(ids, i -> {
            InstanceStatus status = i % 4 == 0 ? InstanceStatus.FAULTED : InstanceStatus.COMPLETED;
            // Failed instances have a longer retention, and those of one workflow a longer one than those of the other.
            long keepUntilMillis = time(round) + 1 + i % 2 + (i % 4 == 0 ? 2 : 0);
            return write(row(ids.get(i), i, status, round, null).withKeepUntil(keepUntilMillis), epochs.get(ids.get(i)), 2);
        });
        remove(time(round));
    }

    private static long time(int round) {
        return SampleInstances.CREATED_AT_MILLIS + round;
    }

    private static InstanceRow row(String id, int number, InstanceStatus status, int round, String owner) {
        long wakeAtMillis = status == InstanceStatus.WAITING ? time(round) : InstanceRow.NEVER;
        return new InstanceRow(id, "soak:w" + number % 2, "1.0.0", status, time(round), time(round), wakeAtMillis, owner)
                .withKeys(new SearchKeys("key-" + id, Map.of("customer", "c-" + number, "region", "north")));
    }

    private InstanceWrite write(InstanceRow row, long epoch, long position) {
        return InstanceWrite.of(row, epoch, position, List.of(bytes()));
    }

    private byte[] bytes() {
        byte[] bytes = new byte[ENTRY_BYTES];
        random.nextBytes(bytes);
        return bytes;
    }

    private void commit(List<String> ids, Function<Integer, InstanceWrite> write) {
        commit(IntStream.range(0, ids.size()).boxed().map(write).toList());
    }

    private void commit(List<InstanceWrite> batch) {
        assertThat(await(store.commit(batch))).containsOnly(CommitResult.COMMITTED);
    }

    /** As the engine does it: one removal at a time, beside the commits. */
    private void remove(long nowMillis) {
        if (removal.isDone()) {
            removed += removal.join();
            removal = store.removeEnded(nowMillis, REMOVE_LIMIT).subscribeAsCompletionStage();
        }
    }

    private void removeAll(long nowMillis) {
        removed += removal.join();
        removal = CompletableFuture.completedFuture(0);
        int last = REMOVE_LIMIT;
        while (last == REMOVE_LIMIT) {
            last = await(store.removeEnded(nowMillis, REMOVE_LIMIT));
            removed += last;
        }
    }

    private void report(long nanos) {
        System.out.printf("Soak of %s: %,d instances in %.1f s%n", store.capabilities().name(), rounds() * roundSize(),
                nanos / 1e9);
        sizes.forEach((name, bytes) -> System.out.printf("  %s: at most %,d bytes in the first half, %,d in the second%n", name,
                largest(bytes, 0, rounds() / 2), largest(bytes, rounds() / 2, rounds())));
    }

    private void assertThatSizesAreFlat() {
        assertThat(sizes).as("sizes that were measured").isNotEmpty();
        List<String> grown = new ArrayList<>();
        sizes.forEach((name, bytes) -> {
            if (largest(bytes, rounds() / 2, rounds()) > GROWTH * largest(bytes, 0, rounds() / 2) + SLACK_BYTES) {
                grown.add(name + " " + Arrays.toString(bytes));
            }
        });
        assertThat(grown).as("sizes that grow, in bytes after each round").isEmpty();
    }

    private static long largest(long[] bytes, int from, int to) {
        return Arrays.stream(bytes, from, to).max().orElseThrow();
    }

    private static <T> T await(Uni<T> result) {
        return result.await().atMost(PATIENCE);
    }
}
