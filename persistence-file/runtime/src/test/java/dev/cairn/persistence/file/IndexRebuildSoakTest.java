package dev.cairn.persistence.file;

import static dev.cairn.testkit.SampleInstances.FUTURE_MILLIS;
import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.ended;
import static dev.cairn.testkit.SampleInstances.next;
import static dev.cairn.testkit.SampleInstances.running;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.persistence.file.index.PersistentStoreIndex;
import dev.cairn.spi.InstanceWrite;

/** Rebuilds the index of many instances, and says how long that takes. {@code cairn.soak.instances} sets their number. */
@Tag("long")
@Tag("soak")
class IndexRebuildSoakTest {

    private static final int INSTANCES = Integer.getInteger("cairn.soak.instances", 60_000);
    private static final int GROUP = 500;
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String ENTRY = "x".repeat(300);

    @TempDir
    Path directory;

    @Test
    void anIndexOfManyInstancesIsRebuilt() throws IOException {
        try (FileStore store = FileStore.open(directory)) {
            for (int from = 0; from < INSTANCES; from += GROUP) {
                List<InstanceWrite> begins = new ArrayList<>();
                List<InstanceWrite> ends = new ArrayList<>();
                for (int i = from; i < from + GROUP; i++) {
                    begins.add(create(running(id(i)), ENTRY));
                    ends.add(next(ended(id(i), FUTURE_MILLIS), 1, 1, ENTRY));
                }
                store.commit(begins).await().atMost(PATIENCE);
                store.commit(ends).await().atMost(PATIENCE);
            }
        }
        long indexBytes = Files.size(directory.resolve(PersistentStoreIndex.FILE));
        Files.delete(directory.resolve(PersistentStoreIndex.FILE));
        long before = System.nanoTime();
        try (FileStore store = FileStore.open(directory)) {
            long took = System.nanoTime() - before;
            for (int i = 0; i < INSTANCES; i += 997) {
                assertThat(store.load(id(i)).await().atMost(PATIENCE).orElseThrow().row())
                        .isEqualTo(ended(id(i), FUTURE_MILLIS));
            }
            System.out.printf("Rebuilt the index of %d instances in %.1f s; it has %d MB, it had %d MB%n", INSTANCES,
                    took / 1e9, Files.size(directory.resolve(PersistentStoreIndex.FILE)) >> 20, indexBytes >> 20);
        }
        before = System.nanoTime();
        FileStore.open(directory).close();
        System.out.printf("Opened and closed it in %.2f s%n", (System.nanoTime() - before) / 1e9);
    }

    /** Spread over all of the index. */
    private static String id(int number) {
        return String.format("01J%023d", number * 7_919L % INSTANCES * 1_000_003L + number);
    }
}
