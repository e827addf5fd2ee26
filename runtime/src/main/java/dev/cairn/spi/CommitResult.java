package dev.cairn.spi;

/** What became of one {@link InstanceWrite} of a batch. */
public enum CommitResult {

    /** Durable. */
    COMMITTED,
    /** Refused: the instance has another epoch or position than the write says, so somebody else owns it now. Nothing of it is visible. */
    FENCED,
    /** Refused: the write creates an instance whose id exists already. Nothing of it is visible. */
    EXISTS
}
