package dev.cairn.compiler;

import java.util.List;

import com.fasterxml.jackson.databind.node.NullNode;

import dev.cairn.definition.FlowDirective;
import dev.cairn.definition.Task;
import dev.cairn.definition.TaskProperties;
import dev.cairn.jq.tree.Expression;
import dev.cairn.program.BoundExpression;
import dev.cairn.program.Operation;
import dev.cairn.program.TaskInfo;

/** Compiles one task: its beginning, what its kind does, its end. */
final class TaskCompiler implements TaskContext {

    private final CompilerContext context;
    private final ProgramBuilder builder;
    private final TaskListTargets flow;
    private final int position;
    private final EffectIdRegisters counters;
    private final TaskRegisterAllocator needs;
    private TaskProperties properties;
    private int task;
    private ExtensionCompiler extensions;
    private ArgumentCompiler argumentCompiler;
    private VariableScope inner;
    private VariableScope kept;
    private VariableScope done;

    TaskCompiler(CompilerContext context, TaskListTargets flow, int position, EffectIdRegisters counters) {
        this.context = context;
        this.builder = context.builder();
        this.flow = flow;
        this.position = position;
        this.counters = counters;
        this.needs = new TaskRegisterAllocator(builder);
    }

    void compile(Task source, VariableScope scope) {
        properties = source.properties();
        task = builder.task(new TaskInfo(source.name(), TaskKindNames.of(source), source.location().pointer()));
        VariableScope withTask = scope.withTask(source, context.definition().source(), needs);
        begin(withTask);
        input(source, withTask);
        boolean hidden = argumentCompiler.hidesInput();
        inner = hidden ? withTask.withHiddenInput() : withTask.withCurrentInput();
        kept = hidden ? inner : withTask.withKeptInput(needs);
        done = scope.withTaskDone(source, context.definition().source(), needs);
        DeadlineCompiler.Open timeout = DeadlineCompiler.open(context, task, reference("#timeout"), properties.timeout(), inner,
                counters);
        kind(source, scope);
        timeout.close(context);
        if (!(source instanceof Task.Switch)) {
            end(target(properties.then()), next());
        }
        if (extensions != null) {
            extensions.after(next(), done.extending());
        }
    }

    private void begin(VariableScope scope) {
        builder.emitIf(() -> needs.started() >= 0,
                labels -> new Operation.Clock(task, counters.effect(reference("#started")), needs.started()));
        if (!properties.extensions().isEmpty()) {
            CompiledTemplate condition = context.expressions().compile(properties.condition(), scope);
            context.clock(task, reference("#enter"), counters, condition);
            int raw = needs.keepRaw();
            JumpLabel skipTo = next();
            builder.emit(labels -> new Operation.Enter(task, condition.expression(), labels.applyAsInt(skipTo), raw, -1, null,
                    -1));
            // The output stays null if the task is not run, even if an earlier turn of a loop has set it.
            builder.emitIf(() -> needs.output() >= 0, labels -> new Operation.Keep(task,
                    new BoundExpression(Expression.literal(NullNode.instance), List.of()), needs.output()));
            extensions = new ExtensionCompiler(this, context, properties.extensions(), scope.extending());
            extensions.before(raw, target(properties.then()));
        }
    }

    /** The processing of the raw input; with the condition, unless that was evaluated before the extensions. */
    private void input(Task source, VariableScope scope) {
        boolean begun = extensions != null;
        CompiledTemplate condition = begun ? CompiledTemplate.NONE
                : context.expressions().compile(properties.condition(), scope);
        CompiledTemplate made = context.expressions().compile(properties.data().input().from(),
                ArgumentCompiler.isAllOf(source) ? scope.withSecrets(context.definition().components().secrets()) : scope);
        argumentCompiler = new ArgumentCompiler(context, made, scope);
        if (properties.timeout() != null && properties.timeout().expression() != null) {
            argumentCompiler.refuse("The timeout is computed of the input of the task",
                    properties.timeout().expression().location());
        }
        CompiledTemplate from = argumentCompiler.hidesInput() ? CompiledTemplate.NONE : made;
        context.clock(task, reference(begun ? "#input" : "#enter"), counters, condition, from);
        int schema = builder.schema(properties.data().input().schema());
        JumpLabel skipTo = next();
        builder.emitIf(
                () -> condition.expression() != null || from.expression() != null || schema >= 0
                        || !begun && needs.raw() >= 0 || needs.input() >= 0,
                labels -> new Operation.Enter(task, condition.expression(), labels.applyAsInt(skipTo),
                        begun ? -1 : needs.raw(), schema, from.expression(), needs.input()));
    }

    private void kind(Task source, VariableScope scope) {
        if (source instanceof Task.Set set) {
            CompiledTemplate value = context.expressions().compile(set.value(), inner);
            context.clock(task, reference("#value"), counters, value);
            builder.emit(labels -> new Operation.Assign(task, value.expression()));
        } else if (source instanceof Task.Switch choice) {
            new SwitchCompiler(this, context).compile(choice);
        } else if (source instanceof Task.Do group) {
            JumpLabel exit = new JumpLabel();
            list(context, group.tasks(), scope, counters, exit);
            builder.place(exit);
        } else if (source instanceof Task.For loop) {
            new LoopCompiler(this, context).compile(loop, scope);
        } else if (source instanceof Task.Fork fork) {
            new ForkCompiler(this, context).compile(fork, scope);
        } else if (source instanceof Task.Call call) {
            new CallCompiler(this, argumentCompiler).compile(call, scope);
        } else if (source instanceof Task.Run run) {
            new RunCompiler(this, argumentCompiler).compile(run);
        } else if (source instanceof Task.Emit emit) {
            new EventCompiler(this, context).emit(emit);
        } else if (source instanceof Task.Listen listen) {
            new EventCompiler(this, context).listen(listen, scope);
        } else if (source instanceof Task.Wait wait) {
            CompiledTemplate length = context.expressions().compileConfigurable(wait.duration(), inner);
            context.clock(task, reference("#length"), counters, length);
            builder.emit(labels -> new Operation.Wait(task, counters.effect(reference("")), length.length(wait.duration())));
        } else if (source instanceof Task.Raise raise) {
            CompiledTemplate error = CallCompiler.error(context, raise.error(), inner);
            context.clock(task, reference("#error"), counters, error);
            builder.emit(labels -> new Operation.Raise(task, error.expression()));
        } else if (source instanceof Task.Try attempt) {
            new TryCompiler(this, context).compile(attempt, scope);
        } else {
            throw new IllegalArgumentException("No compiler for " + source);
        }
    }

    @Override
    public void end(JumpTarget target, JumpLabel comesNext) {
        if (extensions == null) {
            leave();
            target.jump(context, task, comesNext);
        } else {
            extensions.way(target);
        }
    }

    @Override
    public void leave() {
        builder.emitIf(() -> needs.output() >= 0, labels -> new Operation.Keep(task,
                new BoundExpression(new Expression.Identity(), List.of()), needs.output()));
        VariableScope left = argumentCompiler.hidesInput() ? done.withHiddenInput() : done.withKeptInput(needs);
        CompiledTemplate as = context.expressions().compile(properties.data().output().as(), left);
        int output = properties.data().export().as() == null ? -1 : builder.valueRegister();
        CompiledTemplate export = context.expressions().compile(properties.data().export().as(),
                output < 0 ? left : left.withRegister("output", output));
        context.clock(task, reference("#leave"), counters, as, export);
        int schema = builder.schema(properties.data().output().schema());
        int exportSchema = builder.schema(properties.data().export().schema());
        if (exportSchema >= 0 && properties.data().export().as() == null) {
            builder.beginContext();
        }
        builder.emitIf(() -> leaves(), labels -> new Operation.Leave(task, as.expression(), schema, output, export.expression(),
                exportSchema));
    }

    /** True if there is anything to do at the end of the task. */
    private boolean leaves() {
        return properties.data().output().as() != null || properties.data().output().schema() != null
                || properties.data().export().as() != null
                || properties.data().export().schema() != null;
    }

    @Override
    public int task() {
        return task;
    }

    @Override
    public String reference(String suffix) {
        return properties.location().pointer() + suffix;
    }

    @Override
    public EffectIdRegisters counters() {
        return counters;
    }

    @Override
    public VariableScope inner() {
        return inner;
    }

    @Override
    public VariableScope kept() {
        return kept;
    }

    @Override
    public JumpLabel next() {
        return flow.next(position);
    }

    @Override
    public JumpTarget target(FlowDirective then) {
        return flow.target(then, position);
    }

    @Override
    public void list(CompilerContext of, List<Task> tasks, VariableScope scope, EffectIdRegisters around, JumpLabel end,
            JumpLabel exit) {
        new TaskListCompiler(of).compile(tasks, scope, around, end, exit);
    }
}
