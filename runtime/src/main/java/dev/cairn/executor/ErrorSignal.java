package dev.cairn.executor;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;

/** An error on its way from an operation to the guard that handles it. Has no stack trace: it is control flow. */
public final class ErrorSignal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient WorkflowError error;
    private final boolean uncaught;
    /** Number of failed attempts of its task; 0 if it was not tried again. */
    private final long attempts;

    /** Raises an error as it is. */
    public ErrorSignal(WorkflowError error) {
        this(error, false, 0);
    }

    private ErrorSignal(WorkflowError error, boolean uncaught, long attempts) {
        super(error.title(), null, false, false);
        this.error = ErrorTextLimiter.bounded(error);
        this.uncaught = uncaught;
        this.attempts = attempts;
    }

    /**
     * Passes on an error that a guard was asked to handle and does not: the failed task stays the task that raised it first.
     */
    public static ErrorSignal uncaught(WorkflowError error) {
        return new ErrorSignal(error, true, 0);
    }

    /** As {@link #uncaught}, for a task that was tried again until its retries were used up. */
    public static ErrorSignal givenUp(WorkflowError error, long attempts) {
        return new ErrorSignal(error, true, attempts);
    }

    /** Raises a standard error at the task that runs. */
    public static ErrorSignal of(Standard kind, String title, String detail) {
        return new ErrorSignal(WorkflowError.of(kind, title, detail, null));
    }

    /** True if it was raised elsewhere and a guard let it go on. */
    boolean uncaught() {
        return uncaught;
    }

    WorkflowError error() {
        return error;
    }

    long attempts() {
        return attempts;
    }
}
