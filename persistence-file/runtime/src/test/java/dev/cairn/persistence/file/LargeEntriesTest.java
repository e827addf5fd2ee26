package dev.cairn.persistence.file;

import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.running;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import com.sun.management.ThreadMXBean;

import dev.cairn.spi.CommitResult;
import dev.cairn.spi.EncodedEntry;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;

class LargeEntriesTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int PIECE_BYTES = 128 << 10;
    private static final int PIECES = 160;

    @TempDir
    Path directory;

    @Test
    void aLargeEntryIsWrittenFromWhereItIs() {
        EncodedEntry large = new EncodedEntry(Collections.nCopies(PIECES, ByteBuffer.wrap(new byte[PIECE_BYTES])));
        try (InstanceStore store = FileStore.open(directory)) {
            commit(store, create(running("a"), "1"));
            commit(store, new InstanceWrite(running("a"), 1, 1, List.of(large)));
            long before = allocatedBytes();
            commit(store, new InstanceWrite(running("a"), 1, 2, List.of(large)));
            assertThat(allocatedBytes() - before).as("of %d bytes", large.size()).isLessThan(large.size() / 10);
        }
    }

    /** By all threads: the store has some of its own. */
    private static long allocatedBytes() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        return Arrays.stream(threads.getThreadAllocatedBytes(threads.getAllThreadIds())).filter(bytes -> bytes > 0).sum();
    }

    private static void commit(InstanceStore store, InstanceWrite write) {
        assertThat(store.commit(List.of(write)).await().atMost(PATIENCE)).containsExactly(CommitResult.COMMITTED);
    }
}
