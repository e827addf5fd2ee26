package dev.cairn.effect.command;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.api.WorkflowException;
import dev.cairn.spi.ExceptionMessageFormatter;

/** Makes the errors of commands. */
final class CommandErrors {

    private CommandErrors() {}

    static WorkflowException failure(Standard kind, String title, String detail) {
        return new WorkflowException(WorkflowError.of(kind, title, detail, null));
    }

    static WorkflowException switchedOff() {
        return failure(Standard.AUTHORIZATION, "Not allowed",
                "CAIRN-0720: Commands are switched off: quarkus.cairn.run.enabled is false.");
    }

    static WorkflowException cannotStart(String executable, Throwable failure, String remedy) {
        return failure(Standard.CONFIGURATION, "Cannot start the command",
                "CAIRN-0721: Cannot start " + executable + ": " + ExceptionMessageFormatter.of(failure) + ". " + remedy);
    }

    static WorkflowException tooManyPrograms(String executable, int running, int waiting) {
        return failure(Standard.RUNTIME, "Too many programs", "CAIRN-0736: Cannot start " + executable + ": " + running
                + " programs are under way and " + waiting + " wait. Try again later.");
    }

    /** @param limit the limit of its output, in bytes */
    static WorkflowException tooMuchOutput(String limit) {
        return failure(Standard.RUNTIME, "Too much output", "CAIRN-0723: The command wrote more than " + limit + " bytes.");
    }
}
