package dev.cairn.runtime;

/** Contents of the journal of an instance. */
public enum HistoryKind {

    /** Only facts that cannot be computed again: the input, the outcomes of effects, the end. */
    EFFECTS,
    /** Each task that is done as well, durable before the next effect begins; short ones are written together. */
    TASKS
}
