package dev.cairn.compiler;

import java.util.ArrayList;
import java.util.List;

import dev.cairn.definition.BackoffSpec;
import dev.cairn.definition.Catch;
import dev.cairn.definition.ExtensionTasks;
import dev.cairn.definition.RetryLimits;
import dev.cairn.definition.RetryPolicy;
import dev.cairn.definition.Task;
import dev.cairn.program.BackoffPlan;
import dev.cairn.program.CatchCondition;
import dev.cairn.program.Operation;
import dev.cairn.program.Operation.TryRegisters;
import dev.cairn.program.Program;
import dev.cairn.program.RetryPlan;

/** Compiles {@code try}: attempts that are guarded, and what handles their errors. */
final class TryCompiler {

    private final TaskContext task;
    private final CompilerContext context;
    private final ProgramBuilder builder;

    TryCompiler(TaskContext task, CompilerContext context) {
        this.task = task;
        this.context = context;
        this.builder = context.builder();
    }

    void compile(Task.Try attempt, VariableScope scope) {
        RetryPolicy policy = attempt.handler().retry();
        int input = builder.valueRegister();
        int error = builder.valueRegister();
        int attempts = builder.numberRegister();
        int started = policy == null || policy.limits().duration() == null ? -1 : builder.numberRegister();
        if (started >= 0) {
            context.readClock(task.task(), task.reference("#try"), task.counters(), started);
        }
        builder.emit(labels -> new Operation.TryStart(task.task(), input, attempts));
        EffectIdRegisters tries = task.counters().with(attempts);
        JumpLabel again = builder.here();
        DeadlineCompiler.Open timeout = DeadlineCompiler.open(context, task.task(), task.reference("#attempt"),
                policy == null ? null : policy.limits().attemptDuration(), task.inner(), tries);
        JumpLabel done = new JumpLabel();
        task.list(context, attempt.tasks(), scope, tries, done);
        builder.place(done);
        timeout.close(context);
        JumpLabel guarded = builder.here();
        JumpLabel handler = new JumpLabel();
        JumpLabel leave = new JumpLabel();
        boolean compensates = CompensatingCatchAnalysis.isMeant(attempt.handler());
        if (compensates) {
            warn(attempt);
        }
        builder.guard(again, guarded, handler, error, compensates ? leave : null, attempt.handler().as());
        builder.emit(labels -> new Operation.Jump(task.task(), labels.applyAsInt(leave), -1));
        builder.place(handler);
        handler(attempt.handler(), new TryRegisters(error, input, attempts), started, tries, again);
        handling(attempt.handler(), scope.withRegister(attempt.handler().as(), error));
        builder.place(leave);
    }

    private void warn(Task.Try attempt) {
        for (ExtensionTasks extension : CompensatingCatchAnalysis.answering(attempt.handler())) {
            context.problems().warning(CompilerErrorCodes.NOT_UNDONE, attempt.handler().location(), "The extension \""
                    + extension.name() + "\" can answer for the error that \"" + attempt.name()
                    + "\" raises again, so nothing is undone here when an instance is cancelled",
                    "Extend the kinds of tasks that need it, without \"raise\".");
        }
    }

    private void handler(Catch handler, TryRegisters registers, int started, EffectIdRegisters tries, JumpLabel again) {
        VariableScope scope = task.kept().withRegister(handler.as(), registers.error());
        CompiledTemplate when = context.expressions().compile(handler.errors().when(), scope);
        CompiledTemplate exceptWhen = context.expressions().compile(handler.errors().exceptWhen(), scope);
        CatchCondition errors = new CatchCondition(handler.errors().filter(), when.expression(), exceptWhen.expression());
        RetryPolicy policy = handler.retry();
        List<CompiledTemplate> evaluated = new ArrayList<>(List.of(when, exceptWhen));
        RetryPlan plan = policy == null ? null : plan(policy, scope, started, evaluated);
        if (started >= 0) {
            context.readClock(task.task(), task.reference("#catch"), tries, Program.CLOCK_REGISTER);
        } else {
            context.clock(task.task(), task.reference("#catch"), tries, evaluated.toArray(CompiledTemplate[]::new));
        }
        boolean handled = policy == null || !handler.tasks().isEmpty() || handler.then() != null;
        builder.emit(labels -> new Operation.Catch(task.task(), tries.effect(task.reference("/catch")), errors, plan, registers,
                labels.applyAsInt(again), handled));
    }

    private RetryPlan plan(RetryPolicy policy, VariableScope scope, int started, List<CompiledTemplate> evaluated) {
        ExpressionCompiler expressions = context.expressions();
        CompiledTemplate when = expressions.compile(policy.when(), scope);
        CompiledTemplate exceptWhen = expressions.compile(policy.exceptWhen(), scope);
        BackoffSpec backoff = policy.backoff();
        CompiledTemplate delay = expressions.compileConfigurable(backoff.delay(), scope);
        CompiledTemplate from = expressions.compile(backoff.jitterFrom(), scope);
        CompiledTemplate to = expressions.compile(backoff.jitterTo(), scope);
        evaluated.addAll(List.of(when, exceptWhen, delay, from, to));
        RetryLimits limits = policy.limits();
        return new RetryPlan(when.expression(), exceptWhen.expression(),
                new BackoffPlan(delay.length(backoff.delay()), backoff.growth(), from.length(backoff.jitterFrom()),
                        to.length(backoff.jitterTo())),
                limits.maxAttempts() == null ? -1 : limits.maxAttempts(),
                expressions.compile(limits.duration(), scope).length(limits.duration()), started);
    }

    private void handling(Catch handler, VariableScope scope) {
        if (!handler.tasks().isEmpty()) {
            JumpLabel exit = new JumpLabel();
            task.list(context, handler.tasks(), scope, task.counters(), exit);
            builder.place(exit);
        }
        if (handler.then() != null) {
            task.end(task.target(handler.then()), null);
        }
    }
}
