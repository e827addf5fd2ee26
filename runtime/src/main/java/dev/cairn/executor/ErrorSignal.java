package dev.cairn.executor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;

/** An error on its way from an operation to the guard that handles it. Has no stack trace: it is control flow. */
public final class ErrorSignal extends RuntimeException {

    /** Field of {@code $error} that has the answer of a call. */
    public static final String RESPONSE = "response";

    private static final long serialVersionUID = 1L;

    private final transient WorkflowError error;
    private final boolean uncaught;
    /** Number of failed attempts of its task; 0 if it was not tried again. */
    private final long attempts;
    /** The answer of the call that failed, or null. */
    private final transient JsonNode response;

    /** Raises an error as it is. */
    public ErrorSignal(WorkflowError error) {
        this(error, null);
    }

    /** Raises the error of a call with the answer that is the error, or null. */
    public ErrorSignal(WorkflowError error, JsonNode response) {
        this(error, false, 0, response);
    }

    private ErrorSignal(WorkflowError error, boolean uncaught, long attempts, JsonNode response) {
        super(error.title(), null, false, false);
        this.error = ErrorTextLimiter.bounded(error);
        this.uncaught = uncaught;
        this.attempts = attempts;
        this.response = response;
    }

    /**
     * Passes on an error that a guard was asked to handle and does not: the failed task stays the task that raised it first.
     */
    public static ErrorSignal uncaught(WorkflowError error, JsonNode response) {
        return new ErrorSignal(error, true, 0, response);
    }

    /** As {@link #uncaught}, for a task that was tried again until its retries were used up. */
    public static ErrorSignal givenUp(WorkflowError error, long attempts, JsonNode response) {
        return new ErrorSignal(error, true, attempts, response);
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

    /** The DSL's {@code $error}: the located error, with the answer of the call if it has one. */
    JsonNode toJson(WorkflowError located) {
        ObjectNode json = located.toJson();
        if (response != null) {
            json.set(RESPONSE, response);
        }
        return json;
    }
}
