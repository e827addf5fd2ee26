package dev.cairn.expression;

import com.fasterxml.jackson.databind.JsonNode;

/** Code that may give any number of results, and passes on where they stand. */
abstract class ManyCode extends Code {

    ManyCode() {
        super(MANY);
    }

    @Override
    final JsonNode eval(Scope scope, Locals locals, JsonNode input) {
        throw new IllegalStateException("Code with many results has no single value");
    }
}
