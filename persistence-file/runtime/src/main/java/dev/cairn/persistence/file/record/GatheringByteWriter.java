package dev.cairn.persistence.file.record;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import dev.cairn.spi.EncodedEntry;

/**
 * Gathers bytes for a gathering write: copies small values into a growing array, and keeps large pieces of entries as
 * they are.
 */
public final class GatheringByteWriter {

    /** A larger piece is not copied. */
    private static final int MAX_COPIED_BYTES = 16 << 10;

    /**
     * A piece that was not copied.
     *
     * @param position number of bytes before it
     * @param index number of these that are in the array
     */
    private record Apart(int position, int index, ByteBuffer piece) {}

    private final List<Apart> apart = new ArrayList<>();
    private byte[] bytes;
    private int inArray;
    private int size;

    public GatheringByteWriter(int capacity) {
        bytes = new byte[capacity];
    }

    public int size() {
        return size;
    }

    /** Forgets what was written, and a large array with it. */
    public void clear(int keepCapacity) {
        truncate(0);
        if (bytes.length > keepCapacity) {
            bytes = new byte[keepCapacity];
        }
    }

    /** Takes back what was written behind a position. */
    public void truncate(int position) {
        while (!apart.isEmpty() && last().position >= position) {
            apart.remove(apart.size() - 1);
        }
        inArray = index(position);
        size = position;
    }

    private Apart last() {
        return apart.get(apart.size() - 1);
    }

    /** Index in the array of a position that is in none of the pieces. */
    private int index(int position) {
        for (int i = apart.size() - 1; i >= 0; i--) {
            Apart before = apart.get(i);
            if (before.position < position) {
                return before.index + position - before.position - before.piece.remaining();
            }
        }
        return position;
    }

    /**
     * The bytes written from a position on, which is in none of the pieces. They are valid until more are added. None of the
     * buffers is empty.
     */
    public List<ByteBuffer> from(int position) {
        int first = apart.size();
        while (first > 0 && apart.get(first - 1).position >= position) {
            first--;
        }
        List<ByteBuffer> buffers = new ArrayList<>(1 + 2 * (apart.size() - first));
        int at = index(position);
        for (Apart next : apart.subList(first, apart.size())) {
            addFromArray(at, next.index, buffers);
            buffers.add(next.piece.duplicate());
            at = next.index;
        }
        addFromArray(at, inArray, buffers);
        return buffers;
    }

    private void addFromArray(int from, int to, List<ByteBuffer> buffers) {
        if (from < to) {
            buffers.add(ByteBuffer.wrap(bytes, from, to - from).slice());
        }
    }

    /** Leaves room, to be filled with {@link #setInt} later. */
    public void skip(int count) {
        reserve(count);
        wrote(count);
    }

    public void putZeros(int count) {
        reserve(count);
        Arrays.fill(bytes, inArray, inArray + count, (byte) 0);
        wrote(count);
    }

    /** Fills room, which is in none of the pieces. */
    public void setInt(int position, int value) {
        ByteBuffer.wrap(bytes).putInt(index(position), value);
    }

    void put(int oneByte) {
        reserve(1);
        bytes[inArray] = (byte) oneByte;
        wrote(1);
    }

    /** 1 to 10 bytes, the fewer the smaller the number; negative ones take 10. */
    void putVar(long value) {
        reserve(10);
        int at = inArray;
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[at++] = (byte) (rest & 0x7F | 0x80);
            rest >>>= 7;
        }
        bytes[at++] = (byte) rest;
        wrote(at - inArray);
    }

    void putString(String value) {
        byte[] text = value.getBytes(StandardCharsets.UTF_8);
        putVar(text.length);
        copy(text, 0, text.length);
    }

    /** An entry, its length before it. Its large pieces must not change until all is written. */
    void putEntry(EncodedEntry entry) {
        putVar(entry.size());
        for (ByteBuffer piece : entry.pieces()) {
            if (piece.remaining() > MAX_COPIED_BYTES) {
                apart.add(new Apart(size, inArray, piece));
                size = Math.addExact(size, piece.remaining());
            } else {
                copy(piece.array(), piece.arrayOffset() + piece.position(), piece.remaining());
            }
        }
    }

    private void copy(byte[] from, int offset, int count) {
        reserve(count);
        System.arraycopy(from, offset, bytes, inArray, count);
        wrote(count);
    }

    private void wrote(int count) {
        inArray += count;
        size += count;
    }

    private void reserve(int count) {
        // Throws where there are more than an address in a group can say.
        Math.addExact(size, count);
        if (bytes.length - inArray < count) {
            int doubled = (int) Math.min(Integer.MAX_VALUE - 8, bytes.length * 2L);
            bytes = Arrays.copyOf(bytes, Math.max(inArray + count, doubled));
        }
    }
}
