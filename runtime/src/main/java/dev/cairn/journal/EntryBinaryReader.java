package dev.cairn.journal;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

import dev.cairn.api.CommandOrigin;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.WorkflowError;
import dev.cairn.executor.TraceContext;
import dev.cairn.value.JsonPayload;

/**
 * Reads the binary form of an entry, which {@link EntryBinaryWriter} writes. Malformed bytes cause a {@link
 * DamagedEntryException}, never an index out of bounds.
 */
final class EntryBinaryReader {

    private static final int LONGEST_VARINT_SHIFT = 63;
    private static final int ABSENT = -1;
    private static final HexFormat HEX = HexFormat.of();

    private final byte[] bytes;
    private final int end;
    private final EntryCodec.Restorer restorer;
    private int position;

    /**
     * Reads up to {@code end}; the checksum stands there.
     *
     * @param restorer if references follow payloads, else null
     */
    EntryBinaryReader(byte[] bytes, int end, EntryCodec.Restorer restorer) {
        this.bytes = bytes;
        this.end = end;
        this.restorer = restorer;
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

    int number() {
        long value = varint();
        if (value != (int) value) {
            throw new DamagedEntryException("a number in it is too large");
        }
        return (int) value;
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
        return required(textIfAny(), "a text");
    }

    String textIfAny() {
        int length = length();
        if (length == ABSENT) {
            return null;
        }
        String text = new String(bytes, position, length, StandardCharsets.UTF_8);
        position += length;
        return text;
    }

    JsonPayload payload() {
        return required(payloadIfAny(), "a payload");
    }

    JsonPayload payloadIfAny() {
        int length = length();
        if (length == ABSENT) {
            return null;
        }
        JsonPayload payload = JsonPayload.ofText(bytes, position, length);
        position += length;
        List<ValueReference> references = restorer == null ? List.of() : references();
        return references.isEmpty() ? payload : restorer.restore(payload, references);
    }

    /** Which notes an annotated entry has. */
    int notes() {
        int notes = octet();
        if (notes < EntryBinaryWriter.ORIGIN || notes > (EntryBinaryWriter.ORIGIN | EntryBinaryWriter.TRACE)) {
            throw new DamagedEntryException("it has unknown notes: " + notes);
        }
        return notes;
    }

    CommandOrigin origin() {
        try {
            return new CommandOrigin(textIfAny(), textIfAny());
        } catch (IllegalArgumentException tooLong) {
            throw new DamagedEntryException("its origin is longer than one may be");
        }
    }

    TraceContext trace() {
        String traceId = HEX.toHexDigits(fixed()) + HEX.toHexDigits(fixed());
        TraceContext trace = new TraceContext(traceId, span(), span(), octet(), textIfAny());
        if (trace.parentId() == null && trace.spanId() == null) {
            throw new DamagedEntryException("it is in a trace, but in no span of it");
        }
        return trace;
    }

    private String span() {
        long id = fixed();
        return id == 0 ? null : HEX.toHexDigits(id);
    }

    InstanceStatus status() {
        int code = number();
        try {
            return InstanceStatus.ofCode(code);
        } catch (IllegalArgumentException unknown) {
            throw new DamagedEntryException("its status " + code + " is unknown");
        }
    }

    WorkflowError error() {
        return required(errorIfAny(), "an error");
    }

    WorkflowError errorIfAny() {
        String type = textIfAny();
        return type == null ? null : new WorkflowError(type, number(), textIfAny(), textIfAny(), textIfAny());
    }

    void expectChecksum() {
        int value = 0;
        for (int i = end; i < bytes.length; i++) {
            value = value << Byte.SIZE | bytes[i] & 0xFF;
        }
        if (EntryCodec.checksum(bytes, end) != value) {
            throw new DamagedEntryException("its checksum does not match");
        }
    }

    String ascii(int length) {
        need(length);
        position += length;
        return new String(bytes, position - length, length, StandardCharsets.US_ASCII);
    }

    byte[] rest() {
        return Arrays.copyOfRange(bytes, position, end);
    }

    void expectEnd() {
        if (position != end) {
            throw new DamagedEntryException("it has " + (end - position) + " bytes more than its kind");
        }
    }

    private List<ValueReference> references() {
        List<ValueReference> references = new ArrayList<>();
        // The count is not trusted: the list grows with the entries that are really there.
        for (long count = varint(); count != 0; count--) {
            references.add(new ValueReference(text(), new ValueLocation(varint(), text())));
        }
        return references;
    }

    private int length() {
        long length = varint() - 1;
        if (length < ABSENT || length > end - position) {
            throw new DamagedEntryException("a text in it is longer than the rest");
        }
        return (int) length;
    }

    private static <T> T required(T value, String what) {
        if (value == null) {
            throw new DamagedEntryException(what + " is missing in it");
        }
        return value;
    }

    private void need(int count) {
        if (end - position < count) {
            throw new DamagedEntryException("it ends early");
        }
    }
}
