package dev.cairn.persistence.file;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes being written, in an array that grows. */
final class Sink {

    private byte[] bytes;
    private int size;

    Sink(int capacity) {
        bytes = new byte[capacity];
    }

    int size() {
        return size;
    }

    byte[] array() {
        return bytes;
    }

    /** Forgets what was written, and a large array with it. */
    void clear(int keepCapacity) {
        size = 0;
        if (bytes.length > keepCapacity) {
            bytes = new byte[keepCapacity];
        }
    }

    /** Takes back what was written behind a position. */
    void truncate(int position) {
        size = position;
    }

    /** Leaves room, to be filled with {@link #setInt} later. */
    void skip(int count) {
        reserve(count);
        size += count;
    }

    void setInt(int position, int value) {
        bytes[position] = (byte) (value >>> 24);
        bytes[position + 1] = (byte) (value >>> 16);
        bytes[position + 2] = (byte) (value >>> 8);
        bytes[position + 3] = (byte) value;
    }

    void put(int oneByte) {
        reserve(1);
        bytes[size++] = (byte) oneByte;
    }

    /** 1 to 10 bytes, the fewer the smaller the number; negative ones take 10. */
    void putVar(long value) {
        reserve(10);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[size++] = (byte) (rest & 0x7F | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    void put(byte[] value) {
        reserve(value.length);
        System.arraycopy(value, 0, bytes, size, value.length);
        size += value.length;
    }

    void putBytes(byte[] value) {
        putVar(value.length);
        put(value);
    }

    void putString(String value) {
        putBytes(value.getBytes(StandardCharsets.UTF_8));
    }

    private void reserve(int count) {
        if (bytes.length - size < count) {
            int wanted = Math.addExact(size, count);
            int doubled = (int) Math.min(Integer.MAX_VALUE - 8, bytes.length * 2L);
            bytes = Arrays.copyOf(bytes, Math.max(wanted, doubled));
        }
    }
}
