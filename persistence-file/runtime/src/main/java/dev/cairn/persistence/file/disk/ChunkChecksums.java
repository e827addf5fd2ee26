package dev.cairn.persistence.file.disk;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * A CRC-32C of each block of a chunk, taken when the whole chunk was known to be right: just written, or read and found to fit the
 * checksum in its footer. Each later read is checked against it. Immutable once it is complete.
 */
public final class ChunkChecksums {

    public static final int BLOCK_BYTES = 4 * 1024;

    private final long start;
    private final long version;
    private final int[] sums;
    private int known;

    /**
     * @param start position of the chunk in the file
     * @param version the version of the chunk: another one may have been there before
     * @param blocks number of its blocks
     */
    ChunkChecksums(long start, long version, int blocks) {
        this.start = start;
        this.version = version;
        this.sums = new int[blocks];
    }

    /** Takes in the next blocks of the chunk. */
    void add(byte[] bytes, int offset, int length) {
        for (int at = 0; at < length; at += BLOCK_BYTES) {
            sums[known++] = crc(bytes, offset + at, BLOCK_BYTES);
        }
    }

    /** True if these are the sums of the chunk of that version. */
    boolean isOf(long chunkVersion) {
        return version == chunkVersion;
    }

    long end() {
        return start + (long) sums.length * BLOCK_BYTES;
    }

    /**
     * Position of the first block that has changed since, or -1.
     *
     * @param blocks whole blocks of the chunk
     * @param position position in the file at which they were read
     */
    long firstChanged(ByteBuffer blocks, long position) {
        int first = (int) ((position - start) / BLOCK_BYTES);
        for (int at = 0; at < blocks.limit(); at += BLOCK_BYTES) {
            if (crc(blocks.array(), at, BLOCK_BYTES) != sums[first + at / BLOCK_BYTES]) {
                return position + at;
            }
        }
        return -1;
    }

    static int crc(byte[] bytes, int offset, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, offset, length);
        return (int) crc.getValue();
    }
}
