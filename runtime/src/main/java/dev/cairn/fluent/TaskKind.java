package dev.cairn.fluent;

import java.util.Locale;

/** The kinds of tasks by which extensions select them: {@link Flows#extension(String, TaskKind)}. */
public enum TaskKind {
    /** Calls of methods, functions and HTTP. */
    CALL,
    /** Groups and forks. */
    COMPOSITE,
    /** Events that are emitted. */
    EMIT,
    /** Loops. */
    FOR,
    /** Waiting for events. */
    LISTEN,
    /** Errors that are raised. */
    RAISE,
    /** Workflows, commands and scripts that are run. */
    RUN,
    /** Values that are set. */
    SET,
    /** Choices. */
    SWITCH,
    /** Tasks whose errors are handled. */
    TRY,
    /** Letting time pass. */
    WAIT,
    /** Every task. */
    ALL;

    /** As the DSL writes it. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
