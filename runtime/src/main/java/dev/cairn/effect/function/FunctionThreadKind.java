package dev.cairn.effect.function;

/** The thread on which a called method runs; decided while the application is built, by the rules of Quarkus REST. */
public enum FunctionThreadKind {
    /** On the event loop: the method promises not to block it. */
    EVENT_LOOP,
    /** On a thread of the worker pool. */
    WORKER,
    /** On a virtual thread of its own. */
    VIRTUAL
}
