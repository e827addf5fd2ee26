package dev.cairn.persistence.file.index;

import static dev.cairn.testkit.SampleInstances.running;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;
import dev.cairn.persistence.file.disk.LocalDisk;
import dev.cairn.persistence.file.disk.StoreDisk;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;

/** States that were published and are not yet in the index. */
class InstanceStateOverlayTest {

    private static final int MAX_STATES = 5_000;
    private static final int GROUP = 100;

    @TempDir
    Path directory;

    private StoreDisk disk;
    private PersistentStoreIndex index;
    private InstanceStateOverlay states;

    @BeforeEach
    void open() throws IOException {
        disk = LocalDisk.open(directory);
        PersistentStoreIndex.create(disk);
        index = PersistentStoreIndex.open(disk);
        states = new InstanceStateOverlay(index, new OrphanScan(1), 0, MAX_STATES);
    }

    @AfterEach
    void close() throws IOException {
        index.close();
        disk.close();
    }

    private void publish(int group) {
        Map<String, IndexedInstance> changes = new HashMap<>();
        for (int i = 0; i < GROUP; i++) {
            changes.put(id(group, i), new IndexedInstance(running(id(group, i)), 1, 0, 1, List.of()));
        }
        states.publish(changes, group + 1);
    }

    private static String id(int group, int i) {
        return "i-" + (group * GROUP + i);
    }

    private void applyOne() {
        states.take();
        states.apply();
    }

    /** Publishes groups as the writer does. */
    private Thread writer(int groups) {
        Thread writer = new Thread(() -> {
            for (int group = 0; group < groups; group++) {
                publish(group);
                try {
                    states.makeRoom(GROUP);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        });
        writer.start();
        return writer;
    }

    private static void awaitStandstill(Thread writer) {
        while (writer.isAlive() && writer.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }

    @Test
    void theWriterWaitsWhenTheMemoryIsFullAndGoesOnWithTheRoomThatThereIs() throws InterruptedException {
        int groups = 4 * MAX_STATES / GROUP;
        Thread writer = writer(groups);
        int rounds = 0;
        awaitStandstill(writer);
        while (writer.isAlive()) {
            assertThat(states.waiting()).isBetween(MAX_STATES, MAX_STATES + GROUP);
            applyOne();
            rounds++;
            awaitStandstill(writer);
        }
        writer.join();
        assertThat(rounds).isBetween(
                groups * GROUP / InstanceStateOverlay.BATCH - MAX_STATES / InstanceStateOverlay.BATCH - 1,
                groups * GROUP / InstanceStateOverlay.BATCH);
        assertThat(states.waiting()).isLessThanOrEqualTo(MAX_STATES + GROUP);
    }

    @Test
    void nobodyWaitsForAnIndexThatHasFailed() throws InterruptedException {
        Thread writer = writer(2 * MAX_STATES / GROUP);
        awaitStandstill(writer);
        assertThat(writer.isAlive()).isTrue();

        states.endWaiting();

        writer.join();
        assertThat(states.waiting()).isEqualTo(2 * MAX_STATES);
    }

    @Test
    void batchesAreAppliedOneByOneAndTheNewestStateIsFound() {
        int groups = 3 * InstanceStateOverlay.BATCH / GROUP;
        for (int group = 0; group < groups; group++) {
            publish(group);
        }
        Map<String, IndexedInstance> changes = new HashMap<>();
        changes.put(id(0, 0), new IndexedInstance(running(id(0, 0)), 2, 0, 1, List.of()));
        changes.put(id(0, 1), null);
        states.publish(changes, groups + 1);

        for (int batch = 1; batch <= 3; batch++) {
            assertThat(states.find(id(0, 0)).epoch()).isEqualTo(2);
            assertThat(states.find(id(0, 1))).isNull();
            assertThat(states.find(id(groups - 1, 0)).epoch()).isEqualTo(1);
            applyOne();
            assertThat(states.appliedEnd()).isEqualTo(batch * InstanceStateOverlay.BATCH / GROUP);
            assertThat(index.find(id(0, 1))).as("as it was before what is not applied yet").isNotNull();
        }
        applyOne();
        assertThat(states.appliedEnd()).isEqualTo(groups + 1);
        assertThat(states.waiting()).isZero();
        assertThat(index.find(id(0, 0)).epoch()).isEqualTo(2);
        assertThat(index.find(id(0, 1))).isNull();
    }

    /** Instances that are created, changed and removed, and come back with other keys; some of them are in the index, others are not. */
    @ParameterizedTest
    @ValueSource(longs = { 1, 2, 3, 4, 5, 6, 7, 8 })
    void instancesAreFoundByKeysInTheIndexAndInFrontOfIt(long seed) {
        Random random = new Random(seed);
        Map<String, InstanceRow> expected = new HashMap<>();
        for (int step = 1; step <= 300; step++) {
            Map<String, IndexedInstance> changes = new HashMap<>();
            for (int i = random.nextInt(200); i > 0; i--) {
                String id = "i-" + random.nextInt(1_000);
                InstanceRow row = expected.containsKey(id) && random.nextInt(4) == 0 ? null : row(id, expected.get(id), random);
                changes.put(id, row == null ? null : new IndexedInstance(row, 1, 0, 1, List.of()));
                expected.compute(id, (key, before) -> row);
            }
            states.publish(changes, step);
            if (random.nextInt(8) == 0) {
                applyOne();
            }
            SearchKeys keys = new SearchKeys(random.nextBoolean() ? null : "k" + random.nextInt(3),
                    Map.of("colour", "c" + random.nextInt(3)));
            assertThat(found(keys)).as("seed %s, step %s", seed, step)
                    .isEqualTo(expected.values().stream().filter(row -> row.keys().matches(keys)).sorted(NEWEST_FIRST)
                            .map(InstanceRow::id).toList());
        }
    }

    private static final Comparator<InstanceRow> NEWEST_FIRST = Comparator.comparing(InstanceRow::createdAtMillis)
            .thenComparing(InstanceRow::id).reversed();

    private static InstanceRow row(String id, InstanceRow before, Random random) {
        SearchKeys keys = before != null ? before.keys()
                : new SearchKeys("k" + random.nextInt(3), Map.of("colour", "c" + random.nextInt(3)));
        long createdAt = before != null ? before.createdAtMillis() : random.nextInt(50);
        return new InstanceRow(id, "w", "1", InstanceStatus.RUNNING, createdAt, random.nextInt(50), InstanceRow.NEVER, null)
                .withKeys(keys);
    }

    private List<String> found(SearchKeys keys) {
        List<String> ids = new ArrayList<>();
        String cursor = null;
        do {
            InstancePage page = states.findByKeys(InstanceQuery.all(7).withKeys(keys).withCursor(cursor));
            page.rows().forEach(row -> ids.add(row.id()));
            cursor = page.next();
        } while (cursor != null);
        return ids;
    }
}
