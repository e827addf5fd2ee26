package dev.cairn.engine.observer;

import java.util.function.BiConsumer;

import dev.cairn.executor.TraceContext;

/**
 * The span of a call, for the code that makes the call. Thread-safe; every method except {@link #enter} does nothing once the
 * call has ended.
 */
public interface CallSpan {

    /** Of a call that is not traced. */
    CallSpan NONE = new CallSpan() {};

    /** Trace position for the work that the call begins, or null. */
    default TraceContext mark() {
        return null;
    }

    /** Makes this the span that the code of the call runs in. To be called on the Vert.x context that is the call's own. */
    default void enter() {}

    /** Passes the fields of the trace context to a request, by name and value. */
    default void propagate(BiConsumer<String, String> carrier) {}

    /** Names the span by something that has few values. */
    default void name(String name) {}

    /** Says something of the call. */
    default void attribute(String name, String value) {}

    /** As {@link #attribute(String, String)}. */
    default void attribute(String name, long value) {}
}
