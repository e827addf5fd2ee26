package dev.cairn.compiler;

import java.util.ArrayList;
import java.util.List;

import dev.cairn.definition.Task;
import dev.cairn.program.Operation;

/** Compiles {@code fork}: its branches, one behind the other. */
final class ForkCompiler {

    private final TaskContext task;
    private final CompilerContext context;
    private final ProgramBuilder builder;

    ForkCompiler(TaskContext task, CompilerContext context) {
        this.task = task;
        this.context = context;
        this.builder = context.builder();
    }

    void compile(Task.Fork fork, VariableScope scope) {
        List<JumpLabel> starts = new ArrayList<>();
        JumpLabel exit = new JumpLabel();
        builder.emit(labels -> new Operation.Fork(task.task(), starts.stream().map(labels::applyAsInt).toList(),
                labels.applyAsInt(exit), fork.compete()));
        for (Task branch : fork.branches()) {
            starts.add(builder.here());
            branch(branch, scope);
        }
        builder.place(exit);
    }

    /** A branch is a list of one task; what ends the workflow leaves the fork first. */
    private void branch(Task branch, VariableScope scope) {
        JumpLabel done = new JumpLabel();
        JumpLabel end = new JumpLabel();
        task.list(context.withEnd(end), List.of(branch), scope, task.counters(), done);
        builder.place(done);
        builder.emit(labels -> new Operation.BranchEnd(task.task()));
        builder.place(end);
        if (end.isUsed()) {
            JumpLabel further = context.end().used();
            builder.emit(labels -> new Operation.ForkLeave(task.task(), labels.applyAsInt(further)));
        }
    }
}
