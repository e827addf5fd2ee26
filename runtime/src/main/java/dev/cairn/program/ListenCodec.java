package dev.cairn.program;

import java.io.IOException;

import dev.cairn.definition.EventConsumption.Mode;
import dev.cairn.definition.EventRead;
import dev.cairn.program.ListenPlan.AttributePlan;
import dev.cairn.program.ListenPlan.CorrelationPlan;
import dev.cairn.program.ListenPlan.FilterPlan;

/** The parts of plans of listening tasks, in the order of the records. */
final class ListenCodec {

    private static final Mode[] MODES = Mode.values();
    private static final EventRead[] READS = EventRead.values();

    private ListenCodec() {}

    static void write(ProgramWriter out, ListenPlan plan) throws IOException {
        out.raw().writeByte(plan.mode().ordinal());
        out.list(plan.filters(), filter -> write(out, filter));
        out.raw().writeBoolean(plan.condition());
        out.raw().writeByte(plan.untilMode().ordinal());
        out.list(plan.until(), filter -> write(out, filter));
        out.raw().writeByte(plan.read().ordinal());
        out.ints(plan.values(), plan.notes(), plan.turn(), plan.index());
    }

    static ListenPlan read(ProgramReader in) throws IOException {
        return new ListenPlan(MODES[in.raw().readByte()], in.list(() -> readFilter(in)), in.raw().readBoolean(),
                MODES[in.raw().readByte()], in.list(() -> readFilter(in)), READS[in.raw().readByte()], in.integer(),
                in.integer(), in.integer(), in.integer());
    }

    private static void write(ProgramWriter out, FilterPlan filter) throws IOException {
        out.list(filter.attributes(), attribute -> {
            out.raw().writeUTF(attribute.name());
            out.text(attribute.literal());
            out.expression(attribute.value());
        });
        out.list(filter.correlations(), correlation -> {
            out.raw().writeUTF(correlation.name());
            out.expression(correlation.from());
            out.expression(correlation.expect());
        });
    }

    private static FilterPlan readFilter(ProgramReader in) throws IOException {
        return new FilterPlan(
                in.list(() -> new AttributePlan(in.raw().readUTF(), in.text(), in.expression())),
                in.list(() -> new CorrelationPlan(in.raw().readUTF(), in.expression(), in.expression())));
    }
}
