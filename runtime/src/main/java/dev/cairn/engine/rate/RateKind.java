package dev.cairn.engine.rate;

/** The kinds of changes of instances that are counted. */
public enum RateKind {
    STARTED,
    COMPLETED,
    FAULTED
}
