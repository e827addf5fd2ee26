package dev.cairn.persistence.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.api.InstanceStatus;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceWrite;

/**
 * Starts, ends and removes many instances, with some among them that stay, and holds the size of the directory to a bound all
 * the time. {@code cairn.soak.instances} sets their number.
 */
@Tag("long")
@Tag("soak")
class FileStoreSoakTest {

    private static final int INSTANCES = Integer.getInteger("cairn.soak.instances", 60_000);
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int LANES = 64;
    /** One instance in this number never ends. */
    private static final int STRAGGLER_EVERY = 500;
    private static final int ENTRIES = 3;
    private static final int ENTRY_BYTES = 600;
    /** Number of rounds of commits for which ended instances are kept; a round ends a third of the lanes. */
    private static final int RETENTION_ROUNDS = 200;
    private static final int REMOVE_LIMIT = 500;
    private static final long BOUND_BYTES = 64L * 1024 * 1024;

    @TempDir
    Path directory;

    private final List<String> stragglers = new ArrayList<>();
    private final long[] commitNanos = new long[INSTANCES * ENTRIES / LANES + INSTANCES];
    private CompletableFuture<Integer> removal = CompletableFuture.completedFuture(0);
    private int commits;
    private int started;
    private int removed;
    private long round;

    @Test
    void theDirectoryStaysWithinItsBound() throws IOException {
        try (FileStore store = FileStore.open(directory)) {
            String[] ids = new String[LANES];
            int[] positions = new int[LANES];
            while (started < INSTANCES) {
                commit(store, ids, positions);
                if (round % 10 == 0) {
                    remove(store);
                }
                if (round % 200 == 0) {
                    assertThat(directoryBytes()).as("after %d instances, %d removed", started, removed).isLessThan(bound());
                }
            }
            removed += removal.join();
            removed += store.removeEnded(Long.MAX_VALUE, Integer.MAX_VALUE).await().atMost(PATIENCE);
            assertThat(started - removed).isBetween(stragglers.size(), stragglers.size() + LANES);
            awaitBound(store);
        }
        report();
        assertThatStragglersAreWhole();
    }

    /** Lets every lane write the next entry of its instance. */
    private void commit(FileStore store, String[] ids, int[] positions) {
        round++;
        List<InstanceWrite> batch = new ArrayList<>(LANES);
        for (int lane = 0; lane < LANES; lane++) {
            if (ids[lane] == null) {
                ids[lane] = String.format("01J%013d%010d", round, started++);
                positions[lane] = 0;
            }
            boolean straggler = Integer.parseInt(ids[lane].substring(16)) % STRAGGLER_EVERY == 0;
            boolean last = positions[lane] == ENTRIES - 1;
            batch.add(write(ids[lane], positions[lane], last && !straggler));
            positions[lane]++;
            if (last && straggler) {
                stragglers.add(ids[lane]);
            }
            ids[lane] = last ? null : ids[lane];
        }
        long before = System.nanoTime();
        List<CommitResult> results = store.commit(batch).await().atMost(PATIENCE);
        commitNanos[commits++] = System.nanoTime() - before;
        assertThat(results).containsOnly(CommitResult.COMMITTED);
    }

    private InstanceWrite write(String id, int position, boolean last) {
        InstanceRow row = new InstanceRow(id, "test:soak", "1.0.0", last ? InstanceStatus.COMPLETED : InstanceStatus.RUNNING,
                round, round, InstanceRow.NEVER, last ? null : "node-1")
                .withKeepUntil(last ? round + RETENTION_ROUNDS : InstanceRow.NEVER);
        return InstanceWrite.of(row, 1, position, List.of(entry(id, position)));
    }

    private static byte[] entry(String id, int position) {
        byte[] entry = new byte[ENTRY_BYTES];
        Arrays.fill(entry, (byte) (id.hashCode() + position));
        return entry;
    }

    /** As the engine does it: one removal at a time, beside the commits. */
    private void remove(FileStore store) {
        if (removal.isDone()) {
            removed += removal.join();
            removal = store.removeEnded(round - 1, REMOVE_LIMIT).subscribeAsCompletionStage();
        }
    }

    private long bound() {
        return 3L * (started - removed) * ENTRIES * ENTRY_BYTES + BOUND_BYTES;
    }

    /** Every question makes the store look around; cleaning goes on between them. */
    private void awaitBound(FileStore store) throws IOException {
        for (int i = 0; i < 100_000 && directoryBytes() > bound(); i++) {
            store.dueTimers(0, null, 1).await().atMost(PATIENCE);
        }
        assertThat(directoryBytes()).isLessThan(bound());
    }

    private long directoryBytes() throws IOException {
        long bytes = 0;
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                try {
                    bytes += Files.size(file);
                } catch (NoSuchFileException e) {
                    // Dropped or renamed since the line above; a file that was renamed is counted the next time.
                    continue;
                }
            }
        }
        return bytes;
    }

    private void report() {
        // The first tenth is the JIT's.
        long[] sorted = Arrays.copyOfRange(commitNanos, commits / 10, commits);
        Arrays.sort(sorted);
        System.out.printf("Soak of %d instances: commits of %d entries, median %.2f ms, 99 %% %.2f ms, longest %.2f ms%n",
                started, LANES, sorted[sorted.length / 2] / 1e6, sorted[sorted.length * 99 / 100] / 1e6,
                sorted[sorted.length - 1] / 1e6);
    }

    private void assertThatStragglersAreWhole() {
        try (FileStore store = FileStore.open(directory)) {
            for (String id : stragglers) {
                List<byte[]> entries = store.load(id).await().atMost(PATIENCE).orElseThrow().entries();
                assertThat(entries).hasSize(ENTRIES);
                for (int position = 0; position < ENTRIES; position++) {
                    assertThat(entries.get(position)).isEqualTo(entry(id, position));
                }
            }
        }
    }
}
