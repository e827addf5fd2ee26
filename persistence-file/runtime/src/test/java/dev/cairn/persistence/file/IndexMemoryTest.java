package dev.cairn.persistence.file;

import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.running;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.api.SearchKeys;
import dev.cairn.persistence.file.disk.DiskFile;
import dev.cairn.persistence.file.disk.LocalDisk;
import dev.cairn.persistence.file.disk.StoreDisk;
import dev.cairn.persistence.file.index.PersistentStoreIndex;
import dev.cairn.persistence.file.log.LogSegment;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceWrite;

/** The index keeps little of what was changed in memory, by the size of what it writes at once. */
class IndexMemoryTest {

    private static final int INSTANCES = 40_000;
    private static final int GROUP = 1_000;
    private static final long UNSAVED_BYTES = 1024 * 1024;
    private static final long MAX_AT_ONCE_BYTES = 3 * UNSAVED_BYTES;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    Path directory;

    @Test
    void whatHasPiledUpIsWrittenInParts() throws IOException {
        SlowIndex disk = new SlowIndex(LocalDisk.open(directory));
        StoreMaintenanceThresholds sizing = new StoreMaintenanceThresholds(1024 * 1024, 8 * 1024 * 1024, 8 * 1024 * 1024,
                Long.MAX_VALUE,
                UNSAVED_BYTES,
                2 * INSTANCES);
        try (FileStore store = FileStore.open(disk, sizing)) {
            disk.goOn = new CountDownLatch(1);
            Random random = new Random(7);
            for (int from = 0; from < INSTANCES; from += GROUP) {
                List<InstanceWrite> group = new ArrayList<>();
                for (int i = from; i < from + GROUP; i++) {
                    SearchKeys keys = new SearchKeys("key " + random.nextLong(), Map.of());
                    group.add(create(running(String.format("i-%06d", i)).withKeys(keys), "1"));
                }
                store.commit(group).await().atMost(PATIENCE);
            }
            disk.goOn.countDown();
            assertThat(store.find(InstanceQuery.all(1)).await().atMost(PATIENCE).rows().get(0).id())
                    .isEqualTo(String.format("i-%06d", INSTANCES - 1));
        }
        assertThat(disk.mostBytes.get()).isBetween(UNSAVED_BYTES / 8, MAX_AT_ONCE_BYTES);
    }

    /** Few instances with large search keys: their memory leads to an apply long before their number does. */
    @Test
    void aRebuildAppliesWhatTakesMuchMemory() throws IOException {
        StoreMaintenanceThresholds small = StoreMaintenanceThresholds.ofLog(256 * 1024, 256 * 1024, 1 << 20, 1 << 20);
        try (FileStore store = FileStore.open(LocalDisk.open(directory), small)) {
            for (int from = 0; from < 1_000; from += 50) {
                List<InstanceWrite> group = new ArrayList<>();
                for (int i = from; i < from + 50; i++) {
                    Map<String, String> attributes = new HashMap<>();
                    for (int attribute = 0; attribute < SearchKeys.MAX_ATTRIBUTES; attribute++) {
                        attributes.put("attribute-" + attribute, "x".repeat(200) + i);
                    }
                    group.add(create(running("i-" + i).withKeys(new SearchKeys(null, attributes)), "1"));
                }
                store.commit(group).await().atMost(PATIENCE);
            }
        }
        Files.delete(directory.resolve(PersistentStoreIndex.FILE));
        RebuildDisk disk = new RebuildDisk(LocalDisk.open(directory));
        StoreMaintenanceThresholds usual = StoreMaintenanceThresholds.USUAL;
        FileStore.open(disk,
                new StoreMaintenanceThresholds(usual.firstSegmentBytes(), usual.segmentBytes(), usual.unneededBytes(),
                        usual.behindBytes(),
                        UNSAVED_BYTES, usual.waitingStates()))
                .close();
        assertThat(disk.readsAfterFirstCommit).isPositive();
    }

    /** Counts what is read of the log after something of a new index was made durable. */
    private static final class RebuildDisk extends ForwardingDisk {
        private boolean committed;
        private int readsAfterFirstCommit;

        RebuildDisk(StoreDisk real) {
            super(real);
        }

        @Override
        public DiskFile open(String name, boolean create) throws IOException {
            return new ForwardingFile(super.open(name, create)) {
                @Override
                public void force() throws IOException {
                    super.force();
                    committed |= name.equals(PersistentStoreIndex.UNFINISHED);
                }

                @Override
                public void read(ByteBuffer target, long position) throws IOException {
                    super.read(target, position);
                    readsAfterFirstCommit += committed && LogSegment.isName(name) ? 1 : 0;
                }
            };
        }

        @Override
        public void rename(String from, String to) throws IOException {
            // The index is complete: the following calls open the store.
            committed &= !from.equals(PersistentStoreIndex.UNFINISHED);
            super.rename(from, to);
        }
    }

    /** The test can hold back the writes of its index. */
    private static final class SlowIndex extends ForwardingDisk {
        private volatile CountDownLatch goOn = new CountDownLatch(0);
        private final AtomicLong mostBytes = new AtomicLong();

        SlowIndex(StoreDisk real) {
            super(real);
        }

        @Override
        public DiskFile open(String name, boolean create) throws IOException {
            DiskFile file = super.open(name, create);
            return name.equals(PersistentStoreIndex.FILE) ? new SlowFile(file) : file;
        }

        private final class SlowFile extends ForwardingFile {

            private long writtenBytes;

            SlowFile(DiskFile file) {
                super(file);
            }

            @Override
            public void write(ByteBuffer source, long position) throws IOException {
                try {
                    goOn.await();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
                // A commit ends with the header, at the beginning of the file.
                writtenBytes = position == 0 ? 0 : writtenBytes + source.remaining();
                mostBytes.accumulateAndGet(writtenBytes, Math::max);
                super.write(source, position);
            }
        }
    }
}
