package dev.cairn.engine.observer;

/** Reasons why an occurrence of a schedule starts no instance. */
public enum OccurrenceLossReason {
    /** An instance had not ended, and the overlap policy drops occurrences then. */
    SKIPPED,
    /** It was late, and the policy for missed occurrences drops it. */
    MISSED,
    /** The workflow does not take the input. */
    REFUSED
}
