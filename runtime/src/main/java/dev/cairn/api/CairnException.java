package dev.cairn.api;

/** A request to Cairn failed. The message has a code, the operation that failed, the values, and the next step. */
public class CairnException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Reason reason;

    /** The cause may be null. */
    public CairnException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /** The kind of failure, for code that reacts to it. */
    public Reason reason() {
        return reason;
    }

    /** The kinds of failure. */
    public enum Reason {
        /** No workflow has this name or version, or several have it. */
        UNKNOWN_WORKFLOW,
        /** No instance has this id, or it was removed when its retention ended. */
        UNKNOWN_INSTANCE,
        /** The workflow has no schedule of this name. */
        UNKNOWN_SCHEDULE,
        /** A part of the schedule means nothing; nothing was changed. */
        INVALID_SCHEDULE,
        /** The workflow has another schedule of this name, or its definition states it; nothing was changed. */
        SCHEDULE_CONFLICT,
        /**
         * The input does not fulfil the workflow's schema, or the store takes nothing of its kind; nothing was started. An event is
         * no event, or such an input of a workflow that it was to start; all others that take it have it.
         */
        INVALID_INPUT,
        /** The idempotency key was used with another input before; nothing was started. */
        KEY_REUSED,
        /** The store cannot be written now; nothing was started. */
        STORE_UNAVAILABLE,
        /** Memory is exhausted, too much pure work is queued, or too many events are kept; nothing was started. Try again later. */
        OVERLOADED,
        /** The instance stands still until an operator acts. */
        INSTANCE_SUSPENDED,
        /** An operator ended the instance, so it has no output. */
        INSTANCE_CANCELLED,
        /** The phase of the instance does not allow the operation. */
        WRONG_PHASE,
        /** No bulk operation of this node has this id, or it is no longer remembered. */
        UNKNOWN_OPERATION,
        /** The workflow has no query of this name. */
        UNKNOWN_QUERY,
        /** An expression that answers a caller fails, or takes more work or memory than it may. */
        EXPRESSION_FAILED,
        /** The instance took the event of an update, and ended or left the task before that replied. */
        NOT_ANSWERED,
        /** No task of the instance listens for the event now; it was not kept. */
        NOT_LISTENING,
        /** The instance does not wait for the timer now. */
        NO_TIMER,
        /** The definition has no such task, or the instance has not come to it. */
        UNKNOWN_TASK,
        /** The command is under way, but its outcome is not known yet. */
        NOT_CONFIRMED,
        /** The store keeps no journal, which this operation needs. */
        NO_JOURNAL,
        /** The application is stopping; an instance that was started goes on with the next start. */
        STOPPING
    }
}
