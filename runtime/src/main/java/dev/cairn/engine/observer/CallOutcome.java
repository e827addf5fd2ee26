package dev.cairn.engine.observer;

/** Outcome of an attempt at a call. */
public enum CallOutcome {
    COMPLETED,
    FAILED,
    /** A deadline of the task, or of one around it, passed first. */
    TIMED_OUT,
    /** The instance no longer wants the answer, for instance since another branch of a fork has won. */
    CANCELLED,
    /**
     * The instance left the memory of this node during the call. The node that takes the instance up makes the call again, with
     * the same key.
     */
    ABANDONED
}
