package dev.cairn.compiler.openapi;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.EvaluationLimitException;
import dev.cairn.jq.link.ExpressionLinker;
import dev.cairn.jq.tree.Expression;

/** Evaluates expressions of the compiler on constants of a definition. They read no variable and no clock. */
final class ConstantEvaluationHost implements EvaluationHost {

    /** A definition is bounded in its size, and the expressions take time that is proportional to it. */
    private static final long MAX_UNITS = 100_000_000;

    private long charged;
    private long heldBytes;

    private ConstantEvaluationHost() {}

    /** @throws dev.cairn.jq.ExpressionException if the expression fails */
    static JsonNode evaluate(Expression expression, JsonNode input) {
        return ExpressionLinker.link(expression, name -> null).evaluate(new ConstantEvaluationHost(), input);
    }

    @Override
    public long nowMillis() {
        throw new UnsupportedOperationException("A constant does not depend on time");
    }

    @Override
    public void charge(int units) {
        charged += units;
        if (charged > MAX_UNITS) {
            throw new EvaluationLimitException("The value is too large");
        }
    }

    @Override
    public long charged() {
        return charged;
    }

    @Override
    public void hold(long sizeBytes) {
        heldBytes += sizeBytes;
    }

    @Override
    public long held() {
        return heldBytes;
    }
}
