package dev.cairn.expression;

import com.fasterxml.jackson.databind.JsonNode;

/** Code whose results are computed, so that they stand at no path. */
abstract class ValueCode extends Code {

    ValueCode(int results) {
        super(results);
    }

    @Override
    final boolean each(Scope scope, Locals locals, Path path, JsonNode input, Sink sink) {
        if (isDirect()) {
            JsonNode value = eval(scope, locals, input);
            return value == null || sink.accept(Path.ofComputed(path), value);
        }
        return path == null ? eachValue(scope, locals, input, sink)
                : eachValue(scope, locals, input, (ignored, value) -> sink.accept(Path.LOST, value));
    }

    @Override
    JsonNode eval(Scope scope, Locals locals, JsonNode input) {
        throw new IllegalStateException("Code with many results has no single value");
    }

    /** Pushes the results, without paths. Called only for code of many results. */
    boolean eachValue(Scope scope, Locals locals, JsonNode input, Sink sink) {
        throw new IllegalStateException("Code with one result has no results to push");
    }
}
