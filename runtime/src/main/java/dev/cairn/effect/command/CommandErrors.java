package dev.cairn.effect.command;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.api.WorkflowException;

/** Makes the errors of commands. */
final class CommandErrors {

    private CommandErrors() {}

    static WorkflowException failure(Standard kind, String title, String detail) {
        return new WorkflowException(WorkflowError.of(kind, title, detail, null));
    }
}
