package dev.cairn.persistence.file.disk;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A part of a file in memory, which moves along with what is read. For one thread. */
public final class FileReadBuffer {

    private final String name;
    private final DiskFile file;
    private final long limit;
    private final byte[] bytes;
    private long from;
    private int count;

    /**
     * @param name current name of the file, for messages
     * @param limit number of bytes of the file that may be read
     * @param capacity number of bytes that are read at once
     */
    public FileReadBuffer(String name, DiskFile file, long limit, int capacity) {
        this.name = name;
        this.file = file;
        this.limit = limit;
        this.bytes = new byte[capacity];
    }

    /** The name of the file. */
    public String name() {
        return name;
    }

    /** Number of bytes of the file that may be read. */
    public long limit() {
        return limit;
    }

    public int capacity() {
        return bytes.length;
    }

    /** True if this number of bytes from a position on may be read. */
    public boolean has(long position, long length) {
        return position <= limit - length;
    }

    /**
     * The bytes at a position, until the next call.
     *
     * @param length at most the number that {@link #has} allows and {@link #capacity()} takes
     * @throws IllegalStateException if they cannot be read
     */
    public ByteBuffer at(long position, int length) {
        if (position < from || position + length > from + count) {
            count = 0;
            int wanted = (int) Math.min(bytes.length, limit - position);
            read(ByteBuffer.wrap(bytes, 0, wanted), position);
            from = position;
            count = wanted;
        }
        return ByteBuffer.wrap(bytes, (int) (position - from), length);
    }

    /**
     * A copy of the bytes at a position.
     *
     * @param length at most the number that {@link #has} allows
     * @throws IllegalStateException if they cannot be read
     */
    public byte[] copy(long position, int length) {
        byte[] copy = new byte[length];
        if (length <= bytes.length) {
            at(position, length).get(copy);
        } else {
            read(ByteBuffer.wrap(copy), position);
        }
        return copy;
    }

    private void read(ByteBuffer target, long position) {
        int length = target.remaining();
        try {
            file.read(target, position);
        } catch (IOException e) {
            throw new IllegalStateException(
                    "Cannot read " + length + " bytes at byte " + position + " of " + name + ": " + e.getMessage(), e);
        }
    }
}
