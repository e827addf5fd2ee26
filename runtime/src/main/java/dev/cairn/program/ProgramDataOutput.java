package dev.cairn.program;

import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.jq.tree.ExpressionCodec;
import dev.cairn.value.JsonCodec;

/** The building blocks of an encoded program; {@link ProgramDataInput} is its mirror image. */
final class ProgramDataOutput {

    private final DataOutputStream out;

    ProgramDataOutput(DataOutputStream out) {
        this.out = out;
    }

    DataOutputStream raw() {
        return out;
    }

    <T> void list(List<T> items, ItemWriter<T> writer) throws IOException {
        out.writeInt(items.size());
        for (T item : items) {
            writer.write(item);
        }
    }

    void ints(int... values) throws IOException {
        for (int value : values) {
            out.writeInt(value);
        }
    }

    /** May be null. Longer than {@code writeUTF} allows. */
    void text(String value) throws IOException {
        bytes(value == null ? null : value.getBytes(StandardCharsets.UTF_8));
    }

    /** May be null. */
    void json(JsonNode value) throws IOException {
        bytes(value == null ? null : JsonCodec.write(value));
    }

    /** May be null. */
    void expression(BoundExpression value) throws IOException {
        out.writeBoolean(value != null);
        if (value != null) {
            ExpressionCodec.write(value.expression(), out);
            list(value.bindings(), this::binding);
        }
    }

    /** May be null. */
    void length(DurationPlan value) throws IOException {
        out.writeBoolean(value != null);
        if (value != null) {
            out.writeLong(value.millis());
            expression(value.expression());
        }
    }

    void effect(EffectIdTemplate value) throws IOException {
        out.writeUTF(value.reference());
        out.writeInt(value.counters().length);
        ints(value.counters());
    }

    private void binding(VariableBinding value) throws IOException {
        out.writeUTF(value.name());
        out.writeByte(value.source().ordinal());
        ints(value.register(), value.number());
        if (value.source() == VariableBinding.Source.TASK) {
            ints(value.output());
        }
        json(value.constant());
    }

    private void bytes(byte[] value) throws IOException {
        out.writeInt(value == null ? -1 : value.length);
        if (value != null) {
            out.write(value);
        }
    }

    /** Writes something whole. */
    interface Part {
        void write(ProgramDataOutput out) throws IOException;
    }

    /** Writes an item of a list. */
    interface ItemWriter<T> {
        void write(T item) throws IOException;
    }
}
