package dev.cairn.journal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import dev.cairn.api.CommandOrigin;
import dev.cairn.api.WorkflowError;
import dev.cairn.executor.TraceContext;
import dev.cairn.spi.EncodedEntry;
import dev.cairn.value.JsonPayload;

/**
 * Writes the binary form of an entry. Fluent; used once. A small payload is copied once, into its place in the finished entry;
 * a large one stays where it is.
 */
final class EntryBinaryWriter {

    /** Bits that say which notes an entry has. */
    static final int ORIGIN = 1;
    static final int TRACE = 2;

    private static final int CHECKSUM_BYTES = 4;
    private static final int HEX = 16;
    private static final int SPAN_DIGITS = 16;
    /** A payload that is larger is a piece of its own. */
    private static final int MAX_COPIED_BYTES = 16 << 10;

    private final int version;
    private final List<ValueReference> references;
    private final JournalEntry entry;
    private byte[] bytes = new byte[128];
    private int size;
    private List<ByteBuffer> payload = List.of();
    private int payloadBytes;
    private int payloadAt;

    /**
     * Begins an entry.
     *
     * @param references follow the payload
     * @param entry the entry; its notes follow the head
     */
    EntryBinaryWriter(int version, List<ValueReference> references, JournalEntry entry) {
        this.version = version;
        this.references = references;
        this.entry = entry;
        octet(version);
    }

    EntryBinaryWriter head(int kind, long atMillis) {
        octet(kind);
        varint(atMillis);
        return entry.isAnnotated() ? notes(entry.origin(), entry.trace()) : this;
    }

    private EntryBinaryWriter notes(CommandOrigin origin, TraceContext trace) {
        octet((origin == null ? 0 : ORIGIN) | (trace == null ? 0 : TRACE));
        if (origin != null) {
            text(origin.principal()).text(origin.reason());
        }
        return trace == null ? this : trace(trace);
    }

    private EntryBinaryWriter trace(TraceContext trace) {
        fixed(Long.parseUnsignedLong(trace.traceId(), 0, SPAN_DIGITS, HEX));
        fixed(Long.parseUnsignedLong(trace.traceId(), SPAN_DIGITS, 2 * SPAN_DIGITS, HEX));
        span(trace.parentId()).span(trace.spanId()).octet(trace.flags());
        return text(trace.state());
    }

    /** Zero is no span. */
    private EntryBinaryWriter span(String id) {
        return fixed(id == null ? 0 : Long.parseUnsignedLong(id, HEX));
    }

    void octet(int value) {
        room(1);
        bytes[size++] = (byte) value;
    }

    EntryBinaryWriter varint(long value) {
        room(10);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[size++] = (byte) (rest & 0x7F | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
        return this;
    }

    EntryBinaryWriter fixed(long value) {
        room(Long.BYTES);
        for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
            bytes[size++] = (byte) (value >>> shift);
        }
        return this;
    }

    EntryBinaryWriter text(String value) {
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
    EntryBinaryWriter payload(JsonPayload value) {
        if (value == null) {
            return varint(0);
        }
        payload = value.pieces();
        payloadBytes = EncodedEntry.size(payload);
        varint(payloadBytes + 1L);
        payloadAt = size;
        if (version != EntryCodec.PLAIN) {
            varint(references.size());
            references.forEach(reference -> text(reference.at()).varint(reference.place().entry())
                    .text(reference.place().pointer()));
        }
        return this;
    }

    EntryBinaryWriter error(WorkflowError error) {
        if (error == null) {
            return text(null);
        }
        return text(error.type()).varint(error.status()).text(error.title()).text(error.detail()).text(error.instance());
    }

    EncodedEntry finish() {
        if (payloadBytes > MAX_COPIED_BYTES) {
            return finishInPieces();
        }
        ByteBuffer whole = ByteBuffer.allocate(payloadBytes + size + CHECKSUM_BYTES);
        whole.put(bytes, 0, payloadAt);
        payload.forEach(piece -> whole.put(piece.duplicate()));
        whole.put(bytes, payloadAt, size - payloadAt);
        putChecksum(whole.array(), whole.position(), EntryCodec.checksum(whole.array(), whole.position()));
        return new EncodedEntry(List.of(whole.rewind()));
    }

    private EncodedEntry finishInPieces() {
        room(CHECKSUM_BYTES);
        List<ByteBuffer> pieces = new ArrayList<>(payload.size() + 2);
        pieces.add(ByteBuffer.wrap(bytes, 0, payloadAt));
        pieces.addAll(payload);
        pieces.add(ByteBuffer.wrap(bytes, payloadAt, size - payloadAt));
        putChecksum(bytes, size, EntryCodec.checksum(pieces));
        pieces.set(pieces.size() - 1, ByteBuffer.wrap(bytes, payloadAt, size - payloadAt + CHECKSUM_BYTES));
        return new EncodedEntry(pieces);
    }

    /** An entry of some pieces, of which a small one is no longer in pieces. */
    static EncodedEntry entry(List<ByteBuffer> pieces) {
        EncodedEntry entry = new EncodedEntry(pieces);
        return entry.size() > MAX_COPIED_BYTES ? entry : EncodedEntry.of(entry.bytes());
    }

    private static void putChecksum(byte[] target, int at, int checksum) {
        for (int i = 0; i < CHECKSUM_BYTES; i++) {
            target[at + i] = (byte) (checksum >>> Byte.SIZE * (CHECKSUM_BYTES - 1 - i));
        }
    }

    private void room(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, more), bytes.length * 2));
        }
    }
}
