package dev.cairn.persistence.file;

import static dev.cairn.testkit.Samples.create;
import static dev.cairn.testkit.Samples.running;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.api.SearchKeys;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceWrite;

/** The index keeps little of what was changed in memory, by the size of what it writes at once. */
class IndexMemoryTest {

    private static final int INSTANCES = 40_000;
    private static final int GROUP = 1_000;
    private static final long UNSAVED_BYTES = 1024 * 1024;
    private static final long MOST_AT_ONCE_BYTES = 3 * UNSAVED_BYTES;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    Path directory;

    @Test
    void whatHasPiledUpIsWrittenInParts() throws IOException {
        SlowIndex disk = new SlowIndex(LocalDisk.open(directory));
        Sizing sizing = new Sizing(1024 * 1024, 8 * 1024 * 1024, 8 * 1024 * 1024, Long.MAX_VALUE, UNSAVED_BYTES, 2 * INSTANCES);
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
        assertThat(disk.mostBytes.get()).isBetween(UNSAVED_BYTES / 8, MOST_AT_ONCE_BYTES);
    }

    /** Its index can be kept from being written until somebody says so. */
    private static final class SlowIndex extends ForwardingDisk {
        private volatile CountDownLatch goOn = new CountDownLatch(0);
        private final AtomicLong mostBytes = new AtomicLong();

        SlowIndex(Disk real) {
            super(real);
        }

        @Override
        public DiskFile open(String name, boolean create) throws IOException {
            DiskFile file = super.open(name, create);
            return name.equals(Index.FILE) ? new SlowFile(file) : file;
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
