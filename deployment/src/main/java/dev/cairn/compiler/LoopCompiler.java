package dev.cairn.compiler;

import dev.cairn.definition.Task;
import dev.cairn.program.Operation;

/** Compiles {@code for}. */
final class LoopCompiler {

    private final TaskContext task;
    private final CompilerContext context;
    private final ProgramBuilder builder;

    LoopCompiler(TaskContext task, CompilerContext context) {
        this.task = task;
        this.context = context;
        this.builder = context.builder();
    }

    void compile(Task.For loop, VariableScope scope) {
        int index = builder.numberRegister();
        int items = builder.valueRegister();
        int each = builder.valueRegister();
        int at = builder.valueRegister();
        CompiledTemplate in = context.expressions().compile(loop.in(), task.inner());
        context.clock(task.task(), task.reference("#in"), task.counters(), in);
        builder.emit(labels -> new Operation.LoopStart(task.task(), in.expression(), items, index));
        JumpLabel turn = builder.here();
        JumpLabel done = new JumpLabel();
        builder.emit(labels -> new Operation.LoopTurn(task.task(), items, index, each, at, labels.applyAsInt(done)));
        EffectIdRegisters turns = task.counters().with(index);
        if (loop.condition() != null) {
            CompiledTemplate condition = context.expressions().compile(loop.condition(),
                    task.kept().withRegister(loop.each(), each).withRegister(loop.at(), at));
            context.clock(task.task(), task.reference("#while"), turns, condition);
            builder.emit(labels -> new Operation.Unless(task.task(), condition.expression(), labels.applyAsInt(done)));
        }
        JumpLabel next = new JumpLabel();
        task.list(context, loop.tasks(), scope.withRegister(loop.each(), each).withRegister(loop.at(), at), turns, next);
        builder.place(next);
        builder.emit(labels -> new Operation.Jump(task.task(), labels.applyAsInt(turn), index));
        builder.place(done);
    }
}
