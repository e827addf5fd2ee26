package dev.cairn.compiler;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.definition.CallTarget;
import dev.cairn.definition.CallTarget.ConsumptionLimit;
import dev.cairn.definition.CallTarget.MessageSubscription;
import dev.cairn.definition.ErrorFilter;
import dev.cairn.definition.EventConsumption.Mode;
import dev.cairn.definition.EventReadMode;
import dev.cairn.definition.ListenLoop;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.ValueTemplate;
import dev.cairn.jq.tree.BinaryOperator;
import dev.cairn.jq.tree.Expression;
import dev.cairn.program.CatchCondition;
import dev.cairn.program.ListenPlan;
import dev.cairn.program.ListenPlan.AttributePlan;
import dev.cairn.program.ListenPlan.AwaitedEvents;
import dev.cairn.program.ListenPlan.FilterPlan;
import dev.cairn.program.ListenPlan.ListenRegisters;
import dev.cairn.program.Operation;
import dev.cairn.program.Operation.TryRegisters;

/**
 * Compiles {@code call: asyncapi}. A message is published by a call of an integration. A subscription listens: the messages of
 * its channel are events of a type of their own.
 */
final class AsyncApiCompiler {

    /** The name of the integration. */
    static final String CALL = "asyncapi";

    private static final String CONSUMED = "consumed";

    private final TaskContext task;
    private final ArgumentCompiler argumentCompiler;
    private final CompilerContext context;
    private final ProgramBuilder builder;

    AsyncApiCompiler(TaskContext task, ArgumentCompiler argumentCompiler) {
        this.task = task;
        this.argumentCompiler = argumentCompiler;
        this.context = argumentCompiler.context();
        this.builder = context.builder();
    }

    /** The arguments of a call that publishes: {@code {document, channel, payload, headers}}. */
    Expression publish(CallTarget.AsyncApiPublish target) {
        Map<String, Expression> parts = new LinkedHashMap<>();
        parts.put("document", text(target.channel().document()));
        parts.put("channel", text(target.channel().channel()));
        put(parts, "payload", target.payload());
        put(parts, "headers", target.headers());
        return Expression.object(parts);
    }

    private void put(Map<String, Expression> parts, String name, ValueTemplate template) {
        if (template != null) {
            parts.put(name, context.expressions().expression(template));
        }
    }

    /** A broker answers nothing, so the task gives its transformed input, as a workflow does that is not awaited. */
    void giveInput(SourceLocation location) {
        if (argumentCompiler.hidesInput()) {
            argumentCompiler.refuse("A published message has no answer, so that the task gives its input", location);
        } else {
            CompiledTemplate value = context.expressions().bind(context.expressions().parse("$input", location), task.kept());
            builder.emit(labels -> new Operation.Assign(task.task(), value.expression()));
        }
    }

    /** @param each the work for each message, or null */
    void subscribe(CallTarget.AsyncApiSubscribe target, ListenLoop each, VariableScope scope) {
        MessageSubscription subscription = target.subscription();
        int turn = builder.numberRegister();
        EffectIdRegisters turns = task.counters().with(turn);
        CompiledTemplate filter = filter(subscription);
        FilterPlan messages = new FilterPlan(filter == CompiledTemplate.NONE ? List.of(type(target))
                : List.of(type(target), new AttributePlan("data", null, filter.expression())), List.of());
        ListenRegisters registers = new ListenRegisters(builder.valueRegister(), builder.valueRegister(), turn,
                each == null ? -1 : builder.numberRegister());
        ListenPlan plan = new ListenPlan(new AwaitedEvents(Mode.ANY, List.of(messages)), true,
                new AwaitedEvents(Mode.ANY, List.of()), EventReadMode.DATA, registers);
        JumpLabel done = new JumpLabel();
        context.clock(task.task(), task.reference("#with"), task.counters(), filter);
        builder.emit(labels -> new Operation.ListenStart(task.task(), plan));
        PeriodEnd period = subscription.period() == null ? null : period(subscription, plan, done);
        JumpLabel again = new JumpLabel();
        if (subscription.limit() == ConsumptionLimit.UNTIL) {
            giveMessages(plan, target.location());
            condition(target, task.counters(), "#before", again, done);
        }
        builder.place(again);
        JumpLabel listening = builder.here();
        builder.emit(labels -> new Operation.Listen(task.task(), turns.effect(task.reference("")), plan));
        if (period != null) {
            builder.deadline(listening, builder.here(), period.register(), period.raised());
        }
        if (each != null) {
            new EventCompiler(task, context).each(each, plan, scope, again, done);
        }
        builder.emit(labels -> new Operation.Consume(task.task(), plan, labels.applyAsInt(again), labels.applyAsInt(done)));
        condition(target, turns, "#consume", again, done);
        builder.place(done);
    }

    private static AttributePlan type(CallTarget.AsyncApiSubscribe target) {
        return new AttributePlan("type", target.channel().eventType(), null);
    }

    /** True for the messages that are consumed; sees a message. */
    private CompiledTemplate filter(MessageSubscription subscription) {
        if (subscription.filter() == null) {
            return CompiledTemplate.NONE;
        }
        // Anything else than a boolean would be compared with the message.
        Expression condition = context.expressions().expression(subscription.filter());
        return context.expressions().bind(new Expression.Binary(BinaryOperator.EQUAL, condition,
                Expression.literal(BooleanNode.TRUE)), task.kept());
    }

    /** The messages so far become the current value. */
    private void giveMessages(ListenPlan plan, SourceLocation location) {
        CompiledTemplate messages = context.expressions().bind(context.expressions().parse("$" + CONSUMED, location),
                task.inner().withRegister(CONSUMED, plan.registers().values()));
        builder.emit(labels -> new Operation.Assign(task.task(), messages.expression()));
    }

    /** Goes on at one of two labels, as the rule of the subscription decides about the messages so far. */
    private void condition(CallTarget.AsyncApiSubscribe target, EffectIdRegisters turns, String reference, JumpLabel again,
            JumpLabel done) {
        MessageSubscription subscription = target.subscription();
        boolean holds = subscription.limit() == ConsumptionLimit.WHILE;
        CompiledTemplate condition = subscription.limit() == ConsumptionLimit.AMOUNT
                ? context.expressions().bind(context.expressions().parse("length >= " + subscription.amount(),
                        target.location()), task.kept())
                : context.expressions().compile(subscription.condition(), task.kept());
        context.clock(task.task(), task.reference(reference), turns, condition);
        builder.emit(labels -> new Operation.Unless(task.task(), condition.expression(),
                labels.applyAsInt(holds ? done : again)));
        JumpLabel otherwise = holds ? again : done;
        builder.emit(labels -> new Operation.Jump(task.task(), labels.applyAsInt(otherwise), -1));
    }

    /**
     * Sets the end of the period. It ends the waiting alone, so that the work for a message is not cut off. The end is raised at
     * an operation of its own, whose guard handles nothing else.
     */
    private PeriodEnd period(MessageSubscription subscription, ListenPlan plan, JumpLabel done) {
        DeadlineCompiler.Open open = DeadlineCompiler.open(context, task.task(), task.reference("#for"), subscription.period(),
                task.inner(), task.counters());
        JumpLabel begin = new JumpLabel();
        JumpLabel raised = builder.here();
        builder.emit(labels -> new Operation.Jump(task.task(), labels.applyAsInt(begin), -1));
        JumpLabel expired = builder.here();
        int error = builder.valueRegister();
        builder.guard(raised, expired, expired, error, null, CONSUMED);
        TryRegisters registers = new TryRegisters(error, plan.registers().values(), builder.numberRegister());
        CatchCondition any = new CatchCondition(ErrorFilter.ANY, null, null);
        builder.emit(labels -> new Operation.Catch(task.task(), task.counters().effect(task.reference("#expired")), any, null,
                registers, labels.applyAsInt(begin), true));
        builder.emit(labels -> new Operation.Jump(task.task(), labels.applyAsInt(done), -1));
        builder.place(begin);
        return new PeriodEnd(open.register(), raised);
    }

    /**
     * The end of the period of a subscription.
     *
     * @param register number register of the deadline
     * @param raised operation at which it is raised
     */
    private record PeriodEnd(int register, JumpLabel raised) {}

    private static Expression text(String value) {
        return Expression.literal(TextNode.valueOf(value));
    }
}
