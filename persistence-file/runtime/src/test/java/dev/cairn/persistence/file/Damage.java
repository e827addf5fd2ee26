package dev.cairn.persistence.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.h2.mvstore.MVStore;

import dev.cairn.persistence.file.disk.ChecksummedChunkFile;
import dev.cairn.persistence.file.disk.ChunkChecksums;
import dev.cairn.persistence.file.disk.DiskFile;
import dev.cairn.persistence.file.disk.StoreDisk;
import dev.cairn.persistence.file.index.PersistentStoreIndex;
import dev.cairn.persistence.file.log.LogSegment;

/** Damages files of a directory at places where it has to be noticed. */
final class Damage {

    private static final int BLOCK_BYTES = ChunkChecksums.BLOCK_BYTES;
    private static final int FOOTER_BYTES = 128;

    private Damage() {}

    /** True if the newest file of the journal has no group. */
    static boolean endsWithEmptyFile(StoreDisk disk) throws IOException {
        Map<String, Long> files = disk.files();
        String newest = files.keySet().stream().filter(LogSegment::isName).max(Comparator.naturalOrder()).orElseThrow();
        try (LogSegment segment = LogSegment.recover(disk, LogSegment.sequenceOf(newest), files.get(newest))) {
            return segment.isEmpty();
        }
    }

    /** Changes the last byte of the last group of the log. */
    static void toLastGroup(StoreDisk disk) throws IOException {
        Map<String, Long> files = disk.files();
        for (String name : files.keySet().stream().filter(LogSegment::isName).sorted(Comparator.reverseOrder()).toList()) {
            long position;
            try (LogSegment segment = LogSegment.recover(disk, LogSegment.sequenceOf(name), files.get(name))) {
                if (segment.isEmpty()) {
                    continue;
                }
                position = Math.min(segment.writtenBytes(), files.get(name)) - 1;
            }
            try (DiskFile file = disk.open(name, false)) {
                // Behind the group are zeros, up to the end of its block.
                while (read(file, position) == 0) {
                    position--;
                }
                write(file, position, ~read(file, position));
                file.force();
            }
            return;
        }
    }

    /** Flips a bit in each of several random bytes of chunks that the index needs. */
    static void toIndex(StoreDisk disk, Random random, int bytes) throws IOException {
        List<long[]> chunks = liveChunks(disk);
        try (DiskFile index = disk.open(PersistentStoreIndex.FILE, false)) {
            for (int i = 0; i < bytes; i++) {
                long[] chunk = chunks.get(random.nextInt(chunks.size()));
                long position = chunk[0] + (long) (random.nextDouble() * chunk[1]);
                write(index, position, read(index, position) ^ 1 << random.nextInt(8));
            }
        }
    }

    /** Starts of the chunks, and their number of bytes before the footer, which has unused room. */
    private static List<long[]> liveChunks(StoreDisk disk) throws IOException {
        DiskFile file = disk.open(PersistentStoreIndex.FILE, false);
        ChecksummedChunkFile chunkFile = new ChecksummedChunkFile(file, file.size(),
                Map.of("cacheSize", 1, "pageSplitSize", 16 * 1024));
        MVStore store = new MVStore.Builder().adoptFileStore(chunkFile).autoCommitDisabled().open();
        List<long[]> chunks = new ArrayList<>();
        chunkFile.neededChunks().forEach(chunk -> chunks.add(
                new long[] { chunk.block * BLOCK_BYTES, (long) chunk.len * BLOCK_BYTES - FOOTER_BYTES }));
        store.closeImmediately();
        return chunks;
    }

    private static int read(DiskFile file, long position) throws IOException {
        ByteBuffer one = ByteBuffer.allocate(1);
        file.read(one, position);
        return one.get(0);
    }

    private static void write(DiskFile file, long position, int value) throws IOException {
        file.write(ByteBuffer.wrap(new byte[] { (byte) value }), position);
    }
}
