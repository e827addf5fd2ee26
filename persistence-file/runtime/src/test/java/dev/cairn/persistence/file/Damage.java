package dev.cairn.persistence.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.h2.mvstore.MVStore;

/** Damages files of a directory at places where it has to be noticed. */
final class Damage {

    private static final int BLOCK_BYTES = ChunkSums.BLOCK_BYTES;
    private static final int FOOTER_BYTES = 128;

    private Damage() {}

    /** Changes the last byte of the last group of the log. */
    static void toLastGroup(Disk disk) throws IOException {
        Map<String, Long> files = disk.files();
        for (String name : files.keySet().stream().filter(Segment::isName).sorted(Comparator.reverseOrder()).toList()) {
            long position;
            try (Segment segment = Segment.recover(disk, Segment.sequenceOf(name), files.get(name))) {
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
    static void toIndex(Disk disk, Random random, int bytes) throws IOException {
        List<long[]> chunks = liveChunks(disk);
        try (DiskFile index = disk.open(Index.FILE, false)) {
            for (int i = 0; i < bytes; i++) {
                long[] chunk = chunks.get(random.nextInt(chunks.size()));
                long position = chunk[0] + (long) (random.nextDouble() * chunk[1]);
                write(index, position, read(index, position) ^ 1 << random.nextInt(8));
            }
        }
    }

    /** Starts of the chunks, and their number of bytes before the footer, which has unused room. */
    private static List<long[]> liveChunks(Disk disk) throws IOException {
        DiskFile file = disk.open(Index.FILE, false);
        ChunkFile chunkFile = new ChunkFile(file, file.size(), Map.of("cacheSize", 1, "pageSplitSize", 16 * 1024));
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
