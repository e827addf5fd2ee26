package dev.cairn.program;

import java.io.IOException;

import dev.cairn.definition.EventConsumption.Mode;
import dev.cairn.definition.EventReadMode;
import dev.cairn.program.ListenPlan.AttributePlan;
import dev.cairn.program.ListenPlan.AwaitedEvents;
import dev.cairn.program.ListenPlan.CorrelationPlan;
import dev.cairn.program.ListenPlan.FilterPlan;
import dev.cairn.program.ListenPlan.ListenRegisters;

/** Writes and reads the parts of plans for events, in the order of the records. */
final class ListenCodec {

    private static final Mode[] MODES = Mode.values();
    private static final EventReadMode[] READS = EventReadMode.values();

    private ListenCodec() {}

    static void write(ProgramDataOutput out, ListenPlan plan) throws IOException {
        write(out, plan.events());
        out.raw().writeBoolean(plan.condition());
        write(out, plan.until());
        out.raw().writeByte(plan.read().ordinal());
        ListenRegisters registers = plan.registers();
        out.ints(registers.values(), registers.notes(), registers.turn(), registers.index());
    }

    static ListenPlan read(ProgramDataInput in) throws IOException {
        return new ListenPlan(readEvents(in), in.raw().readBoolean(), readEvents(in), READS[in.raw().readByte()],
                new ListenRegisters(in.integer(), in.integer(), in.integer(), in.integer()));
    }

    static void write(ProgramDataOutput out, EventStartPlan plan) throws IOException {
        out.list(plan.filters(), filter -> write(out, filter));
        out.raw().writeByte(plan.read().ordinal());
        out.raw().writeBoolean(plan.set() != null);
        if (plan.set() != null) {
            write(out, plan.set());
        }
    }

    private static void write(ProgramDataOutput out, EventSetPlan set) throws IOException {
        out.raw().writeUTF(set.id());
        out.raw().writeBoolean(set.all());
        out.expression(set.condition());
        write(out, set.until());
    }

    private static EventSetPlan readSet(ProgramDataInput in) throws IOException {
        return new EventSetPlan(in.raw().readUTF(), in.raw().readBoolean(), in.expression(), readEvents(in));
    }

    static EventStartPlan readStart(ProgramDataInput in) throws IOException {
        return new EventStartPlan(in.list(() -> readFilter(in)), READS[in.raw().readByte()],
                in.raw().readBoolean() ? readSet(in) : null);
    }

    private static void write(ProgramDataOutput out, AwaitedEvents events) throws IOException {
        out.raw().writeByte(events.mode().ordinal());
        out.list(events.filters(), filter -> write(out, filter));
    }

    private static AwaitedEvents readEvents(ProgramDataInput in) throws IOException {
        return new AwaitedEvents(MODES[in.raw().readByte()], in.list(() -> readFilter(in)));
    }

    private static void write(ProgramDataOutput out, FilterPlan filter) throws IOException {
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

    private static FilterPlan readFilter(ProgramDataInput in) throws IOException {
        return new FilterPlan(
                in.list(() -> new AttributePlan(in.raw().readUTF(), in.text(), in.expression())),
                in.list(() -> new CorrelationPlan(in.raw().readUTF(), in.expression(), in.expression())));
    }
}
