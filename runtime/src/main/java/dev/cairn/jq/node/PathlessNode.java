package dev.cairn.jq.node;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.value.ValuePath;

/** Code whose results are computed, so that they stand at no path. */
public abstract class PathlessNode extends EvaluationNode {

    public PathlessNode(int results) {
        super(results);
    }

    @Override
    public final boolean each(EvaluationHost scope, BindingEnvironment locals, ValuePath path, JsonNode input,
            ResultSink sink) {
        if (isDirect()) {
            JsonNode value = eval(scope, locals, input);
            return value == null || sink.accept(ValuePath.ofComputed(path), value);
        }
        return path == null ? eachValue(scope, locals, input, sink)
                : eachValue(scope, locals, input, (ignored, value) -> sink.accept(ValuePath.LOST, value));
    }

    @Override
    public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
        throw new IllegalStateException("Code with many results has no single value");
    }

    /** Pushes the results, without paths. Called only for code of many results. */
    protected boolean eachValue(EvaluationHost scope, BindingEnvironment locals, JsonNode input, ResultSink sink) {
        throw new IllegalStateException("Code with one result has no results to push");
    }
}
