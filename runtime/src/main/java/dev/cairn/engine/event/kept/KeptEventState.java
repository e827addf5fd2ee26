package dev.cairn.engine.event.kept;

/** The states of an event that was written to be kept. */
enum KeptEventState {
    /** It was not there before. */
    NEW,
    /** It was kept before, and no instance has taken it. */
    KEPT,
    /** An instance has taken it since it was kept. */
    TAKEN
}
