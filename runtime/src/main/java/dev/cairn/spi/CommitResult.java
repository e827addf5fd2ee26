package dev.cairn.spi;

/** The outcome of one {@link InstanceWrite} of a batch. */
public enum CommitResult {

    /** Durable. */
    COMMITTED,
    /**
     * Refused: the instance has another epoch or position than the write says, so another node owns it now. No part of the
     * write is visible.
     */
    FENCED,
    /** Refused: the write creates an instance whose id exists already. No part of the write is visible. */
    EXISTS
}
