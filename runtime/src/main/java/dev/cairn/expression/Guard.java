package dev.cairn.expression;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.value.ValueException;

/**
 * A sink that remembers what failed behind it. Code that catches errors of its own parts needs it: what is pushed runs
 * inside of the code that pushes, and its errors are none of the catching code's business.
 */
class Guard implements Sink {

    private final Sink sink;

    /** The failure behind this sink, or null. */
    ValueException failure;

    Guard(Sink sink) {
        this.sink = sink;
    }

    @Override
    public boolean accept(Path path, JsonNode value) {
        try {
            return sink.accept(path, value);
        } catch (ValueException e) {
            failure = e;
            throw e;
        }
    }
}
