package dev.cairn.persistence.file;

import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.running;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.api.SearchKeys;
import dev.cairn.persistence.file.disk.DiskFile;
import dev.cairn.persistence.file.disk.LocalDisk;
import dev.cairn.persistence.file.disk.StoreDisk;
import dev.cairn.persistence.file.index.PersistentStoreIndex;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceWrite;

/** A search by keys does not wait for an index that is behind. */
class StaleIndexTest {

    private static final int GROUP = 500;
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    /** The index is written after a few states. */
    private static final StoreMaintenanceThresholds EAGER = new StoreMaintenanceThresholds(1 << 20, 8 << 20, 8 << 20, 1, 1,
            20 * GROUP);

    @TempDir
    Path directory;

    @Test
    void instancesAreFoundByTheirKeysWhileTheIndexIsHeldUp() throws IOException, InterruptedException {
        HeldIndexDisk disk = new HeldIndexDisk(LocalDisk.open(directory));
        try (FileStore store = FileStore.open(disk, EAGER)) {
            write(store, 0);
            assertThat(store.find(InstanceQuery.all(1)).await().atMost(PATIENCE).rows()).hasSize(1);
            disk.goOn = new CountDownLatch(1);
            write(store, GROUP);
            disk.held.await();
            try {
                for (int from = 2 * GROUP; from < 10 * GROUP; from += GROUP) {
                    write(store, from);
                }
                for (int number : new int[] { 0, GROUP, 2 * GROUP + 1, 10 * GROUP - 1 }) {
                    assertThat(found(store, new SearchKeys("key-" + number, Map.of()))).containsExactly(id(number));
                    assertThat(found(store, new SearchKeys(null, Map.of("number", Integer.toString(number)))))
                            .containsExactly(id(number));
                }
                assertThat(found(store, new SearchKeys("key-" + 10 * GROUP, Map.of()))).isEmpty();
            } finally {
                disk.goOn.countDown();
            }
        }
    }

    private static void write(FileStore store, int from) {
        List<InstanceWrite> group = new ArrayList<>();
        for (int number = from; number < from + GROUP; number++) {
            SearchKeys keys = new SearchKeys("key-" + number, Map.of("number", Integer.toString(number)));
            group.add(create(running(id(number)).withKeys(keys), "1"));
        }
        store.commit(group).await().atMost(PATIENCE);
    }

    private static String id(int number) {
        return "i-%06d".formatted(number);
    }

    private static List<String> found(FileStore store, SearchKeys keys) {
        return store.find(InstanceQuery.all(10).withKeys(keys)).await().atMost(PATIENCE).rows().stream().map(InstanceRow::id)
                .toList();
    }

    /** The test can hold back the writes of its index. */
    private static final class HeldIndexDisk extends ForwardingDisk {
        private final CountDownLatch held = new CountDownLatch(1);
        private volatile CountDownLatch goOn = new CountDownLatch(0);

        HeldIndexDisk(StoreDisk real) {
            super(real);
        }

        @Override
        public DiskFile open(String name, boolean create) throws IOException {
            DiskFile file = super.open(name, create);
            return !name.equals(PersistentStoreIndex.FILE) ? file : new ForwardingFile(file) {
                @Override
                public void write(ByteBuffer source, long position) throws IOException {
                    CountDownLatch latch = goOn;
                    if (latch.getCount() > 0) {
                        held.countDown();
                    }
                    try {
                        latch.await();
                    } catch (InterruptedException e) {
                        throw new IOException(e);
                    }
                    super.write(source, position);
                }
            };
        }
    }
}
