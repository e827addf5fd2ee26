package dev.cairn.jq;

import com.fasterxml.jackson.databind.JsonNode;

/** An expression linked to closures. It keeps no state that results depend on, and may be used by any number of threads at once. */
public interface CompiledExpression {

    /**
     * Evaluates the expression.
     *
     * @param scope never null
     * @param input a canonical value, never changed
     * @return the one result; {@code NullNode} if there is none. It may share parts with the input and with literals of the
     *         expression, so it must not be changed
     * @throws ExpressionException if the expression fails or gives several results
     */
    JsonNode evaluate(EvaluationHost scope, JsonNode input);
}
