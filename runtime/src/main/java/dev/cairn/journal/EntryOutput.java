package dev.cairn.journal;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

import dev.cairn.api.WorkflowError;
import dev.cairn.value.Payload;

/**
 * Grows an encoded entry. Fluent; used once. The payload is copied once, into its place in the finished entry.
 */
final class EntryOutput {

    private static final int CHECKSUM_BYTES = 4;
    private static final byte[] NOTHING = {};

    private final List<ValueReference> references;
    private byte[] bytes = new byte[128];
    private int size;
    private byte[] payload = NOTHING;
    private int payloadAt;

    /** References follow the payload. */
    EntryOutput(List<ValueReference> references) {
        this.references = references;
    }

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
        if (value == null) {
            return varint(0);
        }
        byte[] octets = value.getBytes(StandardCharsets.UTF_8);
        varint(octets.length + 1L);
        room(octets.length);
        System.arraycopy(octets, 0, bytes, size, octets.length);
        size += octets.length;
        return this;
    }

    /** At most one in an entry. */
    EntryOutput payload(Payload value) {
        if (value == null) {
            return varint(0);
        }
        payload = value.text();
        varint(payload.length + 1L);
        payloadAt = size;
        if (!references.isEmpty()) {
            varint(references.size());
            references.forEach(reference -> text(reference.at()).varint(reference.place().entry())
                    .text(reference.place().pointer()));
        }
        return this;
    }

    EntryOutput error(WorkflowError error) {
        if (error == null) {
            return text(null);
        }
        return text(error.type()).varint(error.status()).text(error.title()).text(error.detail()).text(error.instance());
    }

    byte[] finish() {
        byte[] whole = new byte[Math.addExact(payload.length, size + CHECKSUM_BYTES)];
        System.arraycopy(bytes, 0, whole, 0, payloadAt);
        System.arraycopy(payload, 0, whole, payloadAt, payload.length);
        System.arraycopy(bytes, payloadAt, whole, payloadAt + payload.length, size - payloadAt);
        checksum(whole);
        return whole;
    }

    /** Puts the checksum of all before them into the last bytes. */
    static void checksum(byte[] whole) {
        int end = whole.length - CHECKSUM_BYTES;
        int checksum = EntryCodec.checksum(whole, end);
        for (int i = 0; i < CHECKSUM_BYTES; i++) {
            whole[end + i] = (byte) (checksum >>> Byte.SIZE * (CHECKSUM_BYTES - 1 - i));
        }
    }

    private void room(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, more), bytes.length * 2));
        }
    }
}
