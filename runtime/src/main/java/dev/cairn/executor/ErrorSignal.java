package dev.cairn.executor;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;

/** An error on its way from an operation to the guard that handles it. Has no stack trace: it is control flow. */
public final class ErrorSignal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient WorkflowError error;

    /** Raises an error as it is. */
    public ErrorSignal(WorkflowError error) {
        super(error.title(), null, false, false);
        this.error = error;
    }

    /** Raises a standard error at the task that runs. */
    public static ErrorSignal of(Standard kind, String title, String detail) {
        return new ErrorSignal(WorkflowError.of(kind, title, detail, null));
    }

    WorkflowError error() {
        return error;
    }
}
