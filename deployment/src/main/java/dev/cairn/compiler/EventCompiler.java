package dev.cairn.compiler;

import java.util.ArrayList;
import java.util.List;

import dev.cairn.definition.Document;
import dev.cairn.definition.EventConsumption;
import dev.cairn.definition.EventConsumption.Mode;
import dev.cairn.definition.ListenLoop;
import dev.cairn.definition.Task;
import dev.cairn.definition.ValueTemplate;
import dev.cairn.program.ListenPlan;
import dev.cairn.program.ListenPlan.AwaitedEvents;
import dev.cairn.program.ListenPlan.FilterPlan;
import dev.cairn.program.ListenPlan.ListenRegisters;
import dev.cairn.program.Operation;
import dev.cairn.program.Program;

/** Compiles {@code emit} and {@code listen}. */
final class EventCompiler {

    private final TaskContext task;
    private final CompilerContext context;
    private final ProgramBuilder builder;

    EventCompiler(TaskContext task, CompilerContext context) {
        this.task = task;
        this.context = context;
        this.builder = context.builder();
    }

    void emit(Task.Emit emit) {
        CompiledTemplate event = context.expressions().compile(emit.event(), task.inner());
        // The time of an event is the same when it is published again after a crash.
        if (event.usesClock() || !emit.event().value().has("time")) {
            context.readClock(task.task(), task.reference("#time"), task.counters(), Program.CLOCK_REGISTER);
        }
        Document document = context.definition().document();
        String source = "/" + document.namespace() + "/" + document.name() + "/" + document.version();
        int register = builder.valueRegister();
        builder.emit(labels -> new Operation.Emit(task.task(), task.counters().effect(task.reference("")),
                event.expression(), source, register));
    }

    void listen(Task.Listen listen, VariableScope scope) {
        EventConsumption to = listen.to();
        int turn = builder.numberRegister();
        EffectIdRegisters turns = task.counters().with(turn);
        List<CompiledTemplate> evaluated = new ArrayList<>();
        EventFilterCompiler compiler = new EventFilterCompiler(context.expressions(), task.kept(), task.inner(), evaluated);
        List<FilterPlan> filters = compiler.filters(to);
        List<FilterPlan> until = to.untilEvents() == null ? List.of() : compiler.filters(to.untilEvents());
        ListenRegisters registers = new ListenRegisters(builder.valueRegister(), builder.valueRegister(), turn,
                listen.each() == null ? -1 : builder.numberRegister());
        ListenPlan plan = new ListenPlan(new AwaitedEvents(to.mode(), filters), to.until() != null,
                new AwaitedEvents(to.untilEvents() == null ? Mode.ANY : to.untilEvents().mode(), until), listen.read(),
                registers);
        context.clock(task.task(), task.reference("#to"), task.counters(), evaluated.toArray(CompiledTemplate[]::new));
        builder.emit(labels -> new Operation.ListenStart(task.task(), plan));
        JumpLabel again = builder.here();
        builder.emit(labels -> new Operation.Listen(task.task(), turns.effect(task.reference("")), plan));
        JumpLabel done = new JumpLabel();
        VariableScope taken = task.kept();
        if (listen.each() != null) {
            taken = each(listen.each(), plan, scope, again, done);
        }
        VariableScope replied = taken;
        builder.replyLater(() -> reply(listen.reply(), replied.withContextAsItIs()));
        builder.emit(labels -> new Operation.Consume(task.task(), plan, labels.applyAsInt(again), labels.applyAsInt(done)));
        if (to.until() != null) {
            CompiledTemplate condition = context.expressions().compile(to.until(), task.kept());
            context.clock(task.task(), task.reference("#until"), turns, condition);
            builder.emit(labels -> new Operation.Unless(task.task(), condition.expression(), labels.applyAsInt(again)));
        }
        builder.place(done);
    }

    /**
     * The answer to who sent an event as an update. It is no operation: the instance goes on without it, and it follows from the
     * journal. It adds nothing to the program, so that it can be added while instances run: it reads what the program keeps anyway.
     */
    private void reply(ValueTemplate reply, VariableScope scope) {
        if (reply == null) {
            return;
        }
        if (reply.value().isTextual() && !ValueTemplate.isWrapped(reply.value().textValue())) {
            context.problems().error(CompilerErrorCodes.REPLY, reply.location(), "The reply is literal text.",
                    "Write it as ${ … }, such as ${ {accepted: true} }.");
        }
        int registers = builder.registers();
        CompiledTemplate compiled = context.expressions().compile(reply, scope);
        if (builder.registers() > registers) {
            context.problems().error(CompilerErrorCodes.REPLY, reply.location(),
                    "The reply reads $input, $task.input or $task.startedAt, and no other expression of the task does.",
                    "The program does not keep the value, and a reply does not change the program: export it to $context before the"
                            + " task, and read that.");
        }
        if (compiled.usesClock()) {
            context.problems().error(CompilerErrorCodes.REPLY, reply.location(),
                    "A reply cannot read the clock: it has to be the same when the update is repeated.",
                    "Keep the time in a task for the event, and reply with its output.");
        }
        context.builder().reply(task.task(), compiled.expression());
    }

    /**
     * The work for each event, between the waiting and the taking in.
     *
     * @return the variables after it
     */
    VariableScope each(ListenLoop each, ListenPlan plan, VariableScope scope, JumpLabel again, JumpLabel done) {
        int item = builder.valueRegister();
        int at = builder.valueRegister();
        builder.emit(labels -> new Operation.ListenTurn(task.task(), plan, item, at, labels.applyAsInt(again),
                labels.applyAsInt(done)));
        EffectIdRegisters turns = task.counters().with(plan.registers().index());
        JumpLabel next = new JumpLabel();
        task.list(context, each.tasks(), scope.withRegister(each.item(), item).withRegister(each.at(), at),
                turns, next);
        builder.place(next);
        VariableScope kept = task.kept().withRegister(each.item(), item).withRegister(each.at(), at);
        int output = each.export().as() == null ? -1 : builder.valueRegister();
        CompiledTemplate as = context.expressions().compile(each.output().as(), kept);
        CompiledTemplate export = context.expressions().compile(each.export().as(),
                output < 0 ? kept : kept.withRegister("output", output));
        context.clock(task.task(), task.reference("#foreach"), turns, as, export);
        int schema = builder.schema(each.output().schema());
        int exportSchema = builder.schema(each.export().schema());
        builder.emitIf(() -> as.expression() != null || schema >= 0 || export.expression() != null || exportSchema >= 0,
                labels -> new Operation.Leave(task.task(), as.expression(), schema, output, export.expression(), exportSchema));
        return kept;
    }
}
