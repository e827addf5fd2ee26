package dev.cairn.compiler;

import java.util.List;

import dev.cairn.definition.FlowDirective;
import dev.cairn.definition.Task;

/** The task being compiled, as the compilers of the kinds of tasks see it. */
interface TaskContext {

    /** Index of the task. */
    int task();

    /** Reference of the task, for the identity of an effect of it. */
    String reference(String suffix);

    /** The counters of everything around the task that can repeat. */
    EffectIdRegisters counters();

    /** The variables that its expressions see while the current value is its input. */
    VariableScope inner();

    /** The variables that its expressions see when the current value is another one. */
    VariableScope kept();

    /** Destination after the task if no directive leads elsewhere. */
    JumpLabel next();

    /** Destination of a directive of the task; null leads to the next task. An unknown destination is reported. */
    JumpTarget target(FlowDirective then);

    /**
     * Emits a way out of the task: its end, then where to go on.
     *
     * @param comesNext the operation that is emitted next, or null
     */
    void end(JumpTarget target, JumpLabel comesNext);

    /** Emits the end of the task, if there is anything to do. May be emitted for several ways out. */
    void leave();

    /**
     * Compiles a list of tasks inside the task.
     *
     * @param exit destination after the list; to be placed by the caller right behind it
     */
    default void list(CompilerContext context, List<Task> tasks, VariableScope scope, EffectIdRegisters counters,
            JumpLabel exit) {
        list(context, tasks, scope, counters, exit, exit);
    }

    /**
     * As {@link #list(CompilerContext, List, VariableScope, EffectIdRegisters, JumpLabel)}, for a list that can be left in two ways.
     *
     * @param done destination after the last task; to be placed by the caller right behind the list
     * @param exit destination of the directive {@code exit}
     */
    void list(CompilerContext context, List<Task> tasks, VariableScope scope, EffectIdRegisters counters, JumpLabel done,
            JumpLabel exit);
}
