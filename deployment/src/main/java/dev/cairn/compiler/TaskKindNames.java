package dev.cairn.compiler;

import java.util.Map;

import dev.cairn.definition.Task;

/** The words of the DSL for the kinds of tasks. */
public final class TaskKindNames {

    private static final Map<Class<?>, String> WORDS = Map.ofEntries(
            Map.entry(Task.Set.class, "set"),
            Map.entry(Task.Emit.class, "emit"),
            Map.entry(Task.Listen.class, "listen"),
            Map.entry(Task.Switch.class, "switch"),
            Map.entry(Task.Do.class, "do"),
            Map.entry(Task.For.class, "for"),
            Map.entry(Task.Fork.class, "fork"),
            Map.entry(Task.Call.class, "call"),
            Map.entry(Task.Run.class, "run"),
            Map.entry(Task.Wait.class, "wait"),
            Map.entry(Task.Raise.class, "raise"),
            Map.entry(Task.Try.class, "try"));

    private TaskKindNames() {}

    /** The word for the kind of a task. */
    public static String of(Task task) {
        return WORDS.get(task.getClass());
    }
}
