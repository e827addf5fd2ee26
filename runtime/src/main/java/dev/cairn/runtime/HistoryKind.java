package dev.cairn.runtime;

/** What the journal of an instance has. */
public enum HistoryKind {

    /** What cannot be computed again: the input, the outcomes of effects, the end. */
    EFFECTS,
    /** Each task that is done as well, durable before the next effect begins; short ones are written together. */
    TASKS
}
