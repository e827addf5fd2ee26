package dev.cairn.program;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.jq.tree.ExpressionCodec;
import dev.cairn.value.JsonCodec;
import dev.cairn.value.JsonPayload;

/** Reads what {@link ProgramDataOutput} wrote. */
final class ProgramDataInput {

    private static final VariableBinding.Source[] SOURCES = VariableBinding.Source.values();

    private final DataInputStream in;

    ProgramDataInput(DataInputStream in) {
        this.in = in;
    }

    DataInputStream raw() {
        return in;
    }

    <T> List<T> list(ItemReader<T> reader) throws IOException {
        int size = in.readInt();
        List<T> items = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            items.add(reader.read());
        }
        return items;
    }

    int integer() throws IOException {
        return in.readInt();
    }

    String text() throws IOException {
        byte[] bytes = bytes();
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    JsonNode json() throws IOException {
        byte[] bytes = bytes();
        return bytes == null ? null : JsonCodec.read(bytes);
    }

    /** JSON that is parsed when it is asked for. */
    JsonPayload payload() throws IOException {
        return JsonPayload.ofText(bytes());
    }

    BoundExpression expression() throws IOException {
        return in.readBoolean() ? new BoundExpression(ExpressionCodec.read(in), list(this::binding)) : null;
    }

    DurationPlan length() throws IOException {
        return in.readBoolean() ? new DurationPlan(in.readLong(), expression()) : null;
    }

    EffectIdTemplate effect() throws IOException {
        String reference = in.readUTF();
        int[] counters = new int[in.readInt()];
        for (int i = 0; i < counters.length; i++) {
            counters[i] = in.readInt();
        }
        return new EffectIdTemplate(reference, counters);
    }

    private VariableBinding binding() throws IOException {
        String name = in.readUTF();
        VariableBinding.Source source = SOURCES[in.readByte()];
        return new VariableBinding(name, source, in.readInt(), in.readInt(),
                source == VariableBinding.Source.TASK ? in.readInt() : -1, json());
    }

    private byte[] bytes() throws IOException {
        int length = in.readInt();
        if (length < 0) {
            return null;
        }
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("The resource ends early");
        }
        return bytes;
    }

    /** Reads an item of a list. */
    interface ItemReader<T> {
        T read() throws IOException;
    }
}
