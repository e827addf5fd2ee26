package dev.cairn.compiler;

import java.util.ArrayList;
import java.util.List;

import dev.cairn.definition.FlowDirective;
import dev.cairn.definition.NameSuggestions;
import dev.cairn.definition.Task;

/** The targets of the flow directives of one list of tasks. */
final class TaskListTargets {

    private final CompilerContext context;
    private final List<Task> tasks;
    private final List<JumpLabel> labels = new ArrayList<>();
    private final JumpLabel done;
    private final JumpLabel exit;
    private final int laps;

    /**
     * @param done destination after the last task
     * @param exit destination of the directive {@code exit}
     * @param laps number register that counts the laps of backward jumps, else -1
     */
    TaskListTargets(CompilerContext context, List<Task> tasks, JumpLabel done, JumpLabel exit, int laps) {
        this.context = context;
        this.tasks = tasks;
        this.done = done;
        this.exit = exit;
        this.laps = laps;
        tasks.forEach(task -> labels.add(new JumpLabel()));
    }

    /** The number register that counts the laps of backward jumps, else -1. */
    int laps() {
        return laps;
    }

    /** The place where a task begins. */
    JumpLabel begin(int index) {
        return labels.get(index);
    }

    /** Destination of a task without a directive. */
    JumpLabel next(int index) {
        return index + 1 < labels.size() ? labels.get(index + 1) : done;
    }

    /** Destination of a directive; null leads to the next task. An unknown destination is reported. */
    JumpTarget target(FlowDirective then, int index) {
        if (then == null || then.kind() == FlowDirective.Kind.CONTINUE) {
            return new JumpTarget(next(index), -1);
        }
        if (then.kind() == FlowDirective.Kind.EXIT) {
            return new JumpTarget(exit, -1);
        }
        if (then.kind() == FlowDirective.Kind.END) {
            return new JumpTarget(context.end().used(), -1);
        }
        for (int i = 0; i < tasks.size(); i++) {
            if (tasks.get(i).name().equals(then.target())) {
                return new JumpTarget(labels.get(i), i <= index ? laps : -1);
            }
        }
        List<String> names = tasks.stream().map(Task::name).toList();
        String near = NameSuggestions.didYouMean(then.target(), names);
        context.problems().error(CompilerErrorCodes.UNKNOWN_TASK, then.location(), "There is no task \"" + then.target()
                + "\" in this list to go on with.",
                near != null ? near
                        : "A target is in the same list: " + NameSuggestions.first(names) + "; or continue, exit, end.");
        return new JumpTarget(exit, -1);
    }
}
