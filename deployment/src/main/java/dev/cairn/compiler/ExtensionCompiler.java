package dev.cairn.compiler;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.node.IntNode;

import dev.cairn.definition.ExtensionTasks;
import dev.cairn.definition.Task;
import dev.cairn.jq.tree.BinaryOperator;
import dev.cairn.jq.tree.Expression;
import dev.cairn.program.BoundExpression;
import dev.cairn.program.Operation;
import dev.cairn.program.VariableBinding;

/**
 * Compiles what stands around a task: each extension around those that were written after it. All ways out of the task meet
 * behind it, where the tasks come that follow it; which way it was is kept until they are done.
 */
final class ExtensionCompiler {

    private static final String KEPT = "kept";

    private final TaskContext task;
    private final CompilerContext context;
    private final ProgramBuilder builder;
    private final List<Layer> layers = new ArrayList<>();
    private final VariableScope scope;
    /** Destinations to which the task can be left; the first is the destination of its own {@code then}. */
    private final List<JumpTarget> exits = new ArrayList<>();
    private final int exitRegister;
    private final JumpLabel meetingLabel = new JumpLabel();

    /**
     * @param extensions the outermost first
     * @param scope the variables that the tasks before can see
     */
    ExtensionCompiler(TaskContext task, CompilerContext context, List<ExtensionTasks> extensions, VariableScope scope) {
        this.task = task;
        this.context = context;
        this.builder = context.builder();
        this.scope = scope;
        this.exitRegister = builder.valueRegister();
        extensions.forEach(extension -> layers.add(new Layer(extension,
                extension.when() == null ? -1 : builder.valueRegister(), new JumpLabel())));
    }

    /**
     * Emits the tasks before the task.
     *
     * @param raw value register of its raw input, which each extension receives and leaves unchanged
     * @param then destination of its own {@code then}
     */
    void before(int raw, JumpTarget then) {
        exits.add(then);
        builder.emitIf(() -> exits.size() > 1, labels -> keepWay(0));
        for (Layer layer : layers) {
            ExtensionTasks extension = layer.extension;
            if (extension.when() != null) {
                CompiledTemplate when = context.expressions().compile(extension.when(), scope);
                context.clock(task.task(), extension.location().pointer() + "#when", task.counters(), when);
                builder.emit(labels -> new Operation.Keep(task.task(), when.expression(), layer.applies));
            }
            tasks(extension.before(), layer, raw, layer.left, scope);
        }
    }

    /** Emits a way out of the task. */
    void way(JumpTarget target) {
        int index = exits.indexOf(target);
        if (index < 0) {
            index = exits.size();
            exits.add(target);
        }
        int chosen = index;
        builder.emitIf(() -> exits.size() > 1, labels -> keepWay(chosen));
        builder.emit(labels -> new Operation.Jump(task.task(), labels.applyAsInt(meetingLabel), -1));
    }

    /**
     * Emits the tasks after the task, then its destination.
     *
     * @param done the variables that its tasks can see
     */
    void after(JumpLabel comesNext, VariableScope done) {
        builder.place(meetingLabel);
        task.leave();
        for (int i = layers.size() - 1; i >= 0; i--) {
            Layer layer = layers.get(i);
            if (!layer.extension.after().isEmpty()) {
                int output = builder.valueRegister();
                BoundExpression current = new BoundExpression(new Expression.Identity(), List.of());
                builder.emit(labels -> new Operation.Keep(task.task(), current, output));
                JumpLabel exit = new JumpLabel();
                tasks(layer.extension.after(), layer, output, exit, done);
                builder.place(exit);
            }
            // For the extensions further out, leaving these tasks before means leaving the task.
            builder.place(layer.left);
        }
        goOn(comesNext);
    }

    private void tasks(List<Task> tasks, Layer layer, int flowing, JumpLabel exit, VariableScope visible) {
        if (tasks.isEmpty()) {
            return;
        }
        JumpLabel skip = new JumpLabel();
        if (layer.applies >= 0) {
            builder.emit(labels -> new Operation.Unless(task.task(), register(layer.applies), labels.applyAsInt(skip)));
        }
        JumpLabel done = new JumpLabel();
        task.list(context, tasks, visible, task.counters(), done, exit);
        builder.place(done);
        builder.emit(labels -> new Operation.Assign(task.task(), register(flowing)));
        builder.place(skip);
    }

    private void goOn(JumpLabel comesNext) {
        if (exits.size() > 1) {
            List<JumpLabel> places = exits.stream().map(target -> new JumpLabel()).toList();
            List<BoundExpression> conditions = new ArrayList<>();
            for (int i = 1; i < exits.size(); i++) {
                conditions.add(new BoundExpression(new Expression.Binary(BinaryOperator.EQUAL, new Expression.Variable(KEPT),
                        Expression.literal(IntNode.valueOf(i))), List.of(VariableBinding.register(KEPT, exitRegister))));
            }
            builder.emit(labels -> new Operation.Choose(task.task(), conditions,
                    places.stream().skip(1).map(labels::applyAsInt).toList(), labels.applyAsInt(places.get(0))));
            for (int i = 1; i < exits.size(); i++) {
                builder.place(places.get(i));
                exits.get(i).jump(context, task.task(), null);
            }
            builder.place(places.get(0));
        }
        exits.get(0).jump(context, task.task(), comesNext);
    }

    private Operation keepWay(int index) {
        return new Operation.Keep(task.task(),
                new BoundExpression(Expression.literal(IntNode.valueOf(index)), List.of()), exitRegister);
    }

    private static BoundExpression register(int register) {
        return new BoundExpression(new Expression.Variable(KEPT), List.of(VariableBinding.register(KEPT, register)));
    }

    /**
     * One extension around the task.
     *
     * @param applies value register of the value of {@code when}, or -1
     * @param left destination of {@code exit} in the tasks before
     */
    private record Layer(ExtensionTasks extension, int applies, JumpLabel left) {}
}
