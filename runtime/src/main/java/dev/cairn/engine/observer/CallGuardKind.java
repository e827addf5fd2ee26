package dev.cairn.engine.observer;

/** The guards of a host that refuse calls to it. */
public enum CallGuardKind {
    /** The last calls failed. */
    CIRCUIT_BREAKER,
    /** Too many calls are under way or wait. */
    BULKHEAD
}
