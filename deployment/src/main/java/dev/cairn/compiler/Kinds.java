package dev.cairn.compiler;

import java.util.Map;

import dev.cairn.definition.Task;

/** The words of the DSL for the kinds of tasks. */
final class Kinds {

    private static final Map<Class<?>, String> WORDS = Map.of(
            Task.Set.class, "set",
            Task.Switch.class, "switch",
            Task.Do.class, "do",
            Task.For.class, "for",
            Task.Call.class, "call",
            Task.Run.class, "run",
            Task.Wait.class, "wait",
            Task.Raise.class, "raise",
            Task.Try.class, "try");

    private Kinds() {}

    static String of(Task task) {
        return WORDS.get(task.getClass());
    }
}
