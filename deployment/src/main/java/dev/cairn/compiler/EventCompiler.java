package dev.cairn.compiler;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.definition.Document;
import dev.cairn.definition.EventConsumption;
import dev.cairn.definition.EventConsumption.Mode;
import dev.cairn.definition.EventFilter;
import dev.cairn.definition.ListenLoop;
import dev.cairn.definition.Task;
import dev.cairn.definition.ValueTemplate;
import dev.cairn.jq.tree.BinaryOperator;
import dev.cairn.jq.tree.Expression;
import dev.cairn.program.ListenPlan;
import dev.cairn.program.ListenPlan.AttributePlan;
import dev.cairn.program.ListenPlan.AwaitedEvents;
import dev.cairn.program.ListenPlan.CorrelationPlan;
import dev.cairn.program.ListenPlan.FilterPlan;
import dev.cairn.program.ListenPlan.ListenRegisters;
import dev.cairn.program.Operation;
import dev.cairn.program.Program;

/** Compiles {@code emit} and {@code listen}. */
final class EventCompiler {

    /**
     * Characters that have a meaning in regular expressions and do not occur in names of event types. A dot is taken as a plain
     * dot.
     */
    private static final Pattern META = Pattern.compile("[*+?\\[\\](){}|^$\\\\]");

    private static final FilterPlan EVERY_EVENT = new FilterPlan(List.of(), List.of());

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
        LoopCounters turns = task.counters().with(turn);
        List<CompiledTemplate> evaluated = new ArrayList<>();
        List<FilterPlan> filters = filters(to, evaluated);
        List<FilterPlan> until = to.untilEvents() == null ? List.of() : filters(to.untilEvents(), evaluated);
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
        if (listen.each() != null) {
            each(listen.each(), plan, scope, again, done);
        }
        builder.emit(labels -> new Operation.Consume(task.task(), plan, labels.applyAsInt(again), labels.applyAsInt(done)));
        if (to.until() != null) {
            CompiledTemplate condition = context.expressions().compile(to.until(), task.kept());
            context.clock(task.task(), task.reference("#until"), turns, condition);
            builder.emit(labels -> new Operation.Unless(task.task(), condition.expression(), labels.applyAsInt(again)));
        }
        builder.place(done);
    }

    private void each(ListenLoop each, ListenPlan plan, VariableScope scope, JumpLabel again, JumpLabel done) {
        int item = builder.valueRegister();
        int at = builder.valueRegister();
        builder.emit(labels -> new Operation.ListenTurn(task.task(), plan, item, at, labels.applyAsInt(again),
                labels.applyAsInt(done)));
        LoopCounters turns = task.counters().with(plan.registers().index());
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
    }

    private List<FilterPlan> filters(EventConsumption consumption, List<CompiledTemplate> evaluated) {
        return consumption.filters().isEmpty() ? List.of(EVERY_EVENT)
                : consumption.filters().stream().map(filter -> filter(filter, evaluated)).toList();
    }

    private FilterPlan filter(EventFilter filter, List<CompiledTemplate> evaluated) {
        List<AttributePlan> attributes = new ArrayList<>();
        filter.with().forEach((name, template) -> attributes.add(attribute(name, template, evaluated)));
        List<CorrelationPlan> correlations = new ArrayList<>();
        for (Map.Entry<String, EventFilter.Correlation> each : filter.correlate().entrySet()) {
            CompiledTemplate from = context.expressions().compile(each.getValue().from(), task.kept());
            CompiledTemplate expect = context.expressions().compile(each.getValue().expect(), task.inner());
            evaluated.add(from);
            evaluated.add(expect);
            correlations.add(new CorrelationPlan(each.getKey(), from.expression(), expect.expression()));
        }
        return new FilterPlan(attributes, correlations);
    }

    private AttributePlan attribute(String name, ValueTemplate template, List<CompiledTemplate> evaluated) {
        JsonNode value = template.value();
        boolean text = value.isTextual();
        if (text && !ValueTemplate.isWrapped(value.textValue())) {
            if (!META.matcher(value.textValue()).find()) {
                return new AttributePlan(name, value.textValue(), null);
            }
            String whole = TextNode.valueOf("\\A(?:" + value.textValue() + ")\\z").toString();
            Expression matches = context.expressions().parse(". == " + TextNode.valueOf(value.textValue())
                    + " or (type == \"string\" and test(" + whole + "))", template.location());
            return new AttributePlan(name, null, context.expressions().bind(matches, task.kept()).expression());
        }
        Expression given = context.expressions().expression(template);
        Expression fits = text ? given : new Expression.Binary(BinaryOperator.EQUAL, new Expression.Identity(), given);
        CompiledTemplate compiled = context.expressions().bind(fits, task.kept());
        evaluated.add(compiled);
        return new AttributePlan(name, null, compiled.expression());
    }
}
