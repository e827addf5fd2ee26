package dev.cairn.persistence.file.log;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.CRC32C;

import dev.cairn.persistence.file.record.GatheringByteWriter;
import dev.cairn.persistence.file.record.LogRecord;
import dev.cairn.persistence.file.record.RecordCodec;

/**
 * Records that will be made durable together: a group, as it will lie in a segment. Each record is framed by its length and its
 * checksum.
 */
public final class LogBatch {

    /** Length and checksum of a record, each an int. */
    public static final int FRAME_BYTES = 8;

    private static final int KEPT_CAPACITY = 1024 * 1024;

    private final GatheringByteWriter sink = new GatheringByteWriter(64 * 1024);
    private long start;

    /** Begins again, with the address of the group. */
    public void restart(long address) {
        start = address;
        sink.clear(KEPT_CAPACITY);
        sink.skip(GroupHeader.BYTES);
    }

    public boolean isEmpty() {
        return sink.size() == GroupHeader.BYTES;
    }

    /** Address of the next record. */
    public long end() {
        return start + sink.size();
    }

    /** Adds a record at {@link #end()} and says how many bytes it takes. */
    public long add(LogRecord record) {
        int frame = sink.size();
        sink.skip(FRAME_BYTES);
        RecordCodec.encode(record, start + frame, sink);
        int length = sink.size() - frame - FRAME_BYTES;
        sink.setInt(frame, length);
        sink.setInt(frame + 4, checksum(sink.from(frame + FRAME_BYTES)));
        return sink.size() - (long) frame;
    }

    /** The state of this batch, to come back to with {@link #reset}. */
    public int mark() {
        return sink.size();
    }

    /** Takes back what was added behind a mark. */
    public void reset(int mark) {
        sink.truncate(mark);
    }

    /**
     * The group with its header, and zeros up to the end of its last block, one buffer after the other, until something is added.
     * Whole blocks are written without reading what a file that is used again has there.
     *
     * @param sequence number of the file it will be in
     */
    public List<ByteBuffer> group(long sequence) {
        int size = sink.size();
        GroupHeader.write(sink.from(0), sequence, start);
        sink.putZeros((int) (LogSegment.nextBlock(size) - size));
        List<ByteBuffer> blocks = sink.from(0);
        sink.truncate(size);
        return blocks;
    }

    private static int checksum(List<ByteBuffer> buffers) {
        CRC32C crc = new CRC32C();
        buffers.forEach(crc::update);
        return (int) crc.getValue();
    }

    static int checksum(byte[] bytes, int offset, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, offset, length);
        return (int) crc.getValue();
    }
}
