package dev.cairn.api;

/**
 * An error as an exception. A called method throws it to fail its task with exactly this error; awaiting the result of a faulted
 * instance fails with it.
 */
public class WorkflowException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient WorkflowError error;

    /** With the error's title and detail as message. */
    public WorkflowException(WorkflowError error) {
        super(message(error), null, false, false);
        this.error = error;
    }

    /** The error; never null unless the exception was serialised. */
    public WorkflowError error() {
        return error;
    }

    private static String message(WorkflowError error) {
        StringBuilder message = new StringBuilder(error.title() == null ? error.type() : error.title());
        if (error.detail() != null) {
            message.append(": ").append(error.detail());
        }
        if (error.instance() != null) {
            message.append(" [task=").append(error.instance()).append(']');
        }
        return message.toString();
    }
}
