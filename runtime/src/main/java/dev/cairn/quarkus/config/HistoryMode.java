package dev.cairn.quarkus.config;

/** Contents of the journal of an instance. */
public enum HistoryMode {

    /** Only facts that cannot be computed again: the input, the outcomes of effects, the end. */
    EFFECTS,
    /** Each task that is done as well, durable before the next effect begins; short ones are written together. */
    TASKS
}
