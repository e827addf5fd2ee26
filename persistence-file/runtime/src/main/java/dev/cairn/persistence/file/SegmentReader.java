package dev.cairn.persistence.file;

import java.util.Arrays;

import org.h2.mvstore.Cursor;

/** Reads the records of a segment one after another. */
final class SegmentReader {

    private final String segment;
    private final Cursor<Long, byte[]> blocks;
    private byte[] block = {};
    private long blockAddress;
    private long address;

    SegmentReader(String segment, long address, Cursor<Long, byte[]> blocks) {
        this.segment = segment;
        this.address = address;
        this.blockAddress = address;
        this.blocks = blocks;
    }

    /** True if there is another record. */
    boolean hasNext() {
        return remaining() > 0 || blocks.hasNext();
    }

    /** Address of the record that {@link #next()} gives. */
    long address() {
        return address;
    }

    /**
     * The payload of the next record.
     *
     * @throws IllegalStateException if there is none, or it is damaged
     */
    byte[] next() {
        byte[] frame = bytes(LogBatch.FRAME_BYTES);
        int length = intAt(frame, 0);
        if (length < 0) {
            throw damaged("has a negative length");
        }
        byte[] payload = bytes(length);
        if (LogBatch.checksum(payload, 0, length) != intAt(frame, 4)) {
            throw damaged("does not fit its checksum");
        }
        return payload;
    }

    private byte[] bytes(int length) {
        // A damaged length must not allocate what the log does not have.
        byte[] result = new byte[Math.min(length, Math.max(remaining(), LogBatch.BLOCK_BYTES))];
        int filled = 0;
        while (filled < length) {
            if (remaining() == 0) {
                advance();
            }
            int count = Math.min(remaining(), length - filled);
            if (filled + count > result.length) {
                result = Arrays.copyOf(result, Math.min(length, result.length * 2));
            }
            System.arraycopy(block, (int) (address - blockAddress), result, filled, count);
            filled += count;
            address += count;
        }
        return result;
    }

    private int remaining() {
        return (int) (blockAddress + block.length - address);
    }

    private void advance() {
        if (!blocks.hasNext()) {
            throw damaged("is missing");
        }
        blockAddress = blocks.next();
        block = blocks.getValue();
        if (address < blockAddress || remaining() <= 0) {
            throw damaged("is missing; the next block begins at " + blockAddress);
        }
    }

    private IllegalStateException damaged(String what) {
        return new IllegalStateException("The record at " + address + " of " + segment + " " + what);
    }

    private static int intAt(byte[] bytes, int position) {
        return (bytes[position] & 0xFF) << 24 | (bytes[position + 1] & 0xFF) << 16 | (bytes[position + 2] & 0xFF) << 8
                | bytes[position + 3] & 0xFF;
    }
}
