package dev.cairn.jq.node;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.jq.value.ValuePath;
import dev.cairn.value.ValueException;

/**
 * A sink that remembers what failed behind it. Code that catches errors of its own parts needs it: what is pushed runs
 * inside of the code that pushes, and its errors are none of the catching code's business.
 */
public class FailureTrackingSink implements ResultSink {

    private final ResultSink sink;

    /** The failure behind this sink, or null. */
    public ValueException failure;

    public FailureTrackingSink(ResultSink sink) {
        this.sink = sink;
    }

    @Override
    public boolean accept(ValuePath path, JsonNode value) {
        try {
            return sink.accept(path, value);
        } catch (ValueException e) {
            failure = e;
            throw e;
        }
    }
}
