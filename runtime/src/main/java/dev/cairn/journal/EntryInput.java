package dev.cairn.journal;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import dev.cairn.api.WorkflowError;
import dev.cairn.value.Payload;

/** Reads what {@link EntryOutput} wrote. What does not fit is a {@link DamagedEntryException}, never an index out of bounds. */
final class EntryInput {

    private static final int LONGEST_VARINT_SHIFT = 63;

    private final byte[] bytes;
    private final int end;
    private int position;

    /** Reads up to {@code end}; the checksum stands there. */
    EntryInput(byte[] bytes, int end) {
        this.bytes = bytes;
        this.end = end;
    }

    int octet() {
        need(1);
        return bytes[position++] & 0xFF;
    }

    long varint() {
        long value = 0;
        for (int shift = 0; shift <= LONGEST_VARINT_SHIFT; shift += 7) {
            int next = octet();
            value |= (long) (next & 0x7F) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw new DamagedEntryException("a number in it is too long");
    }

    long fixed() {
        need(Long.BYTES);
        long value = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            value = value << Byte.SIZE | bytes[position++] & 0xFF;
        }
        return value;
    }

    String text() {
        byte[] octets = octets();
        return octets == null ? null : new String(octets, StandardCharsets.UTF_8);
    }

    Payload payload() {
        byte[] octets = octets();
        return octets == null ? null : Payload.ofText(octets);
    }

    WorkflowError error() {
        String type = text();
        return type == null ? null : new WorkflowError(type, (int) varint(), text(), text(), text());
    }

    int checksumAfter() {
        int value = 0;
        for (int i = end; i < bytes.length; i++) {
            value = value << Byte.SIZE | bytes[i] & 0xFF;
        }
        return value;
    }

    void expectEnd() {
        if (position != end) {
            throw new DamagedEntryException("it has " + (end - position) + " bytes more than its kind");
        }
    }

    private byte[] octets() {
        long length = varint() - 1;
        if (length < 0) {
            return null;
        }
        if (length > end - position) {
            throw new DamagedEntryException("a text in it is longer than the rest");
        }
        byte[] octets = Arrays.copyOfRange(bytes, position, position + (int) length);
        position += (int) length;
        return octets;
    }

    private void need(int count) {
        if (end - position < count) {
            throw new DamagedEntryException("it ends early");
        }
    }
}
