package dev.cairn.journal;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import dev.cairn.api.WorkflowError;
import dev.cairn.value.Payload;

/** Grows an encoded entry. Fluent; used once. */
final class EntryOutput {

    private static final int CHECKSUM_BYTES = 4;

    private byte[] bytes = new byte[256];
    private int size;

    EntryOutput head(int kind, long atMillis) {
        octet(kind);
        return varint(atMillis);
    }

    void octet(int value) {
        room(1);
        bytes[size++] = (byte) value;
    }

    EntryOutput varint(long value) {
        room(10);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[size++] = (byte) (rest & 0x7F | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
        return this;
    }

    EntryOutput fixed(long value) {
        room(Long.BYTES);
        for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
            bytes[size++] = (byte) (value >>> shift);
        }
        return this;
    }

    EntryOutput text(String value) {
        return octets(value == null ? null : value.getBytes(StandardCharsets.UTF_8));
    }

    EntryOutput payload(Payload value) {
        return octets(value == null ? null : value.text());
    }

    EntryOutput error(WorkflowError error) {
        if (error == null) {
            return text(null);
        }
        return text(error.type()).varint(error.status()).text(error.title()).text(error.detail()).text(error.instance());
    }

    byte[] finish() {
        int checksum = EntryCodec.checksum(bytes, size);
        byte[] whole = Arrays.copyOf(bytes, size + CHECKSUM_BYTES);
        for (int i = 0; i < CHECKSUM_BYTES; i++) {
            whole[size + i] = (byte) (checksum >>> Byte.SIZE * (CHECKSUM_BYTES - 1 - i));
        }
        return whole;
    }

    private EntryOutput octets(byte[] value) {
        if (value == null) {
            return varint(0);
        }
        varint(value.length + 1L);
        room(value.length);
        System.arraycopy(value, 0, bytes, size, value.length);
        size += value.length;
        return this;
    }

    private void room(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, more) + CHECKSUM_BYTES, bytes.length * 2));
        }
    }
}
