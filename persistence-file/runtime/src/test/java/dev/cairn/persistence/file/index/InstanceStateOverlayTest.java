package dev.cairn.persistence.file.index;

import static dev.cairn.testkit.SampleInstances.running;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.persistence.file.disk.LocalDisk;
import dev.cairn.persistence.file.disk.StoreDisk;

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
}
