package dev.cairn.persistence.file.log;

import java.nio.ByteBuffer;

import dev.cairn.persistence.file.disk.FileReadBuffer;

/** Reads the records of a segment one after another, up to the first group that is not whole. For one thread. */
public final class SegmentReader {

    private final FileReadBuffer window;
    private final long sequence;
    private final long start;
    /** Of the next record, if it is before the end of the group; else of the next group. */
    private long position;
    private long groupEnd;

    /**
     * @param sequence number of the file
     * @param start address of its first group
     * @param group address of the group to begin with
     */
    SegmentReader(FileReadBuffer window, long sequence, long start, long group) {
        this.window = window;
        this.sequence = sequence;
        this.start = start;
        this.position = LogSegment.position(start, group);
        this.groupEnd = position;
    }

    /** True if there is another record. */
    public boolean hasNext() {
        if (position < groupEnd) {
            return true;
        }
        position = LogSegment.nextBlock(groupEnd);
        GroupHeader group = GroupHeader.find(window, position, sequence);
        if (group == null || group.address() != address()) {
            return false;
        }
        position += GroupHeader.BYTES;
        groupEnd = position + group.length();
        return true;
    }

    /** After {@link #hasNext()}: address of the record that {@link #next()} gives, or that behind the last group. */
    public long address() {
        return start + position - LogSegment.BLOCK_BYTES;
    }

    /**
     * The payload of the next record.
     *
     * @throws IllegalStateException if there is none, or it is damaged
     */
    public byte[] next() {
        if (!hasNext()) {
            throw new IllegalStateException("No record is at byte " + position + " of " + window.name());
        }
        byte[] payload = payload(window, position, groupEnd);
        position += LogBatch.FRAME_BYTES + payload.length;
        return payload;
    }

    /**
     * The payload of the record at a position.
     *
     * @param end upper bound of the record's end
     * @throws IllegalStateException if it cannot be read, or is damaged
     */
    static byte[] payload(FileReadBuffer window, long position, long end) {
        long payloadAt = position + LogBatch.FRAME_BYTES;
        if (payloadAt > end) {
            throw damaged(window, position, "is missing");
        }
        ByteBuffer frame = window.at(position, LogBatch.FRAME_BYTES);
        int length = frame.getInt();
        int checksum = frame.getInt();
        if (length < 0 || length > end - payloadAt) {
            throw damaged(window, position, "has a length of " + length);
        }
        byte[] payload = window.copy(payloadAt, length);
        if (LogBatch.checksum(payload, 0, length) != checksum) {
            throw damaged(window, position, "does not fit its checksum");
        }
        return payload;
    }

    private static IllegalStateException damaged(FileReadBuffer window, long position, String what) {
        return new IllegalStateException("The record at byte " + position + " of " + window.name() + " " + what);
    }
}
