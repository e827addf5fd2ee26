package dev.cairn.jq.node;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.jq.EvaluationHost;

/** Code that may give any number of results, and passes on where they stand. */
public abstract class MultiResultNode extends EvaluationNode {

    public MultiResultNode() {
        super(MANY);
    }

    @Override
    public final JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
        throw new IllegalStateException("Code with many results has no single value");
    }
}
