package dev.cairn.persistence.file;

import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.zip.CRC32C;

/**
 * Records that will be made durable together.
 *
 * <p>
 * A record is framed by its length and its checksum. Records are stored in blocks of about {@link #BLOCK_BYTES}; one never begins in
 * the middle of a block that it would overrun, so that its frame is found by the block that covers its address.
 */
final class LogBatch {

    /** Length and checksum of a record, each an int. */
    static final int FRAME_BYTES = 8;

    /** A block is one value of the map below the log: large enough to be cheap, small enough to be rewritten when the next is added. */
    static final int BLOCK_BYTES = 8 * 1024;

    private static final int KEPT_CAPACITY = 1024 * 1024;

    private final Sink sink = new Sink(64 * 1024);
    private long start;
    private int[] ends = new int[256];
    private int count;

    /** Begins again, with an address that everything before is below of. */
    void restart(long address) {
        start = address;
        count = 0;
        sink.clear(KEPT_CAPACITY);
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** Where the next record will lie. */
    long end() {
        return start + sink.size();
    }

    /** Adds a record at {@link #end()} and says how many bytes it takes. */
    long add(LogRecord record) {
        int frame = sink.size();
        sink.skip(FRAME_BYTES);
        RecordCodec.encode(record, start + frame, sink);
        int length = sink.size() - frame - FRAME_BYTES;
        sink.setInt(frame, length);
        sink.setInt(frame + 4, checksum(sink.array(), frame + FRAME_BYTES, length));
        if (count == ends.length) {
            ends = Arrays.copyOf(ends, count * 2);
        }
        ends[count++] = sink.size();
        return sink.size() - (long) frame;
    }

    /** The state of this batch, to come back to with {@link #reset}. */
    Mark mark() {
        return new Mark(sink.size(), count);
    }

    /** Takes back what was added behind a mark. */
    void reset(Mark mark) {
        sink.truncate(mark.size);
        count = mark.count;
    }

    record Mark(int size, int count) {}

    /** Hands over the blocks in order, each with its address. */
    void blocks(BiConsumer<Long, byte[]> target) {
        int from = 0;
        int to = 0;
        for (int i = 0; i < count; i++) {
            int end = ends[i];
            if (end - from > BLOCK_BYTES && to > from) {
                target.accept(start + from, Arrays.copyOfRange(sink.array(), from, to));
                from = to;
            }
            while (end - from > BLOCK_BYTES) {
                target.accept(start + from, Arrays.copyOfRange(sink.array(), from, from + BLOCK_BYTES));
                from += BLOCK_BYTES;
            }
            to = end;
        }
        if (to > from) {
            target.accept(start + from, Arrays.copyOfRange(sink.array(), from, to));
        }
    }

    static int checksum(byte[] bytes, int offset, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, offset, length);
        return (int) crc.getValue();
    }
}
