package dev.cairn.engine.observer;

import dev.cairn.program.Operation;

/** The kind of target that a call has. */
public enum CallKind {
    /** A method of a bean. */
    FUNCTION,
    HTTP,
    /** A shell command or a script. */
    COMMAND,
    WORKFLOW,
    /** A call that an integration makes. */
    INTEGRATION,
    /** An event that the workflow emits. */
    EVENT;

    /** The kind of a call operation. */
    public static CallKind of(Operation operation) {
        if (!(operation instanceof Operation.Call call)) {
            return EVENT;
        }
        return switch (call.function()) {
            case Operation.Call.WORKFLOW -> WORKFLOW;
            case Operation.Call.HTTP -> HTTP;
            case Operation.Call.COMMAND -> COMMAND;
            case Operation.Call.INTEGRATION -> INTEGRATION;
            default -> FUNCTION;
        };
    }
}
