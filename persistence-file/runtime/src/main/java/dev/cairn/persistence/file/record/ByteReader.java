package dev.cairn.persistence.file.record;

import java.nio.BufferUnderflowException;
import java.nio.charset.StandardCharsets;

/** Bytes being read: the reverse of {@link GatheringByteWriter}. Reading past the end is a {@link BufferUnderflowException}. */
public final class ByteReader {

    private final byte[] bytes;
    private final int end;
    private int position;

    public ByteReader(byte[] bytes, int offset, int length) {
        this.bytes = bytes;
        this.position = offset;
        this.end = offset + length;
    }

    boolean exhausted() {
        return position == end;
    }

    int get() {
        require(1);
        return bytes[position++];
    }

    long getVar() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int next = get();
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new BufferUnderflowException();
    }

    /** A count or a length: never more than there are bytes left. */
    int getCount() {
        long count = getVar();
        if (count < 0 || count > end - position) {
            throw new BufferUnderflowException();
        }
        return (int) count;
    }

    byte[] getBytes() {
        int length = getCount();
        byte[] value = new byte[length];
        System.arraycopy(bytes, position, value, 0, length);
        position += length;
        return value;
    }

    String getString() {
        int length = getCount();
        String value = new String(bytes, position, length, StandardCharsets.UTF_8);
        position += length;
        return value;
    }

    private void require(int count) {
        if (end - position < count) {
            throw new BufferUnderflowException();
        }
    }
}
