package dev.cairn.jq;

import com.fasterxml.jackson.databind.JsonNode;

/** Reads a variable that comes from outside an expression. Called at each evaluation of {@code $name}. */
@FunctionalInterface
public interface VariableReader {

    /**
     * @param scope the scope that was given to {@link CompiledExpression#evaluate}
     * @return the value, canonical; never null (a missing value is {@code NullNode})
     */
    JsonNode read(EvaluationHost scope);
}
