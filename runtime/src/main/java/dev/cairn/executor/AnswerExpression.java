package dev.cairn.executor;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.jq.CompiledExpression;
import dev.cairn.jq.VariableReader;

/**
 * An expression that answers a caller from the state of an instance, linked. It is evaluated on captured values, so neither its work nor
 * its failure touches the instance. Immutable and thread-safe.
 */
public final class AnswerExpression {

    private final CompiledExpression expression;
    private final List<VariableReader> variables;

    /**
     * @param expression its variables are read with {@link #captured}
     * @param variables read each variable of a state, in the order of their indexes
     */
    public AnswerExpression(CompiledExpression expression, List<VariableReader> variables) {
        this.expression = expression;
        this.variables = List.copyOf(variables);
    }

    /** Reads the captured value of a variable. */
    public static VariableReader captured(int index) {
        return scope -> ((CapturedAnswer.Scope) scope).variable(index);
    }

    /** {@code $context} of the workflow itself, not of one of its branches. */
    public static VariableReader outerContext() {
        return scope -> ((InstanceState) scope).outerContext();
    }

    /**
     * Captures what the expression reads. Values never change once they are in a state, so nothing is copied. For the turns of the instance.
     *
     * @param input the value of {@code .}
     * @param nowMillis the value of {@code now}
     */
    public CapturedAnswer capture(InstanceState state, JsonNode input, long nowMillis) {
        JsonNode[] values = new JsonNode[variables.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = variables.get(i).read(state);
        }
        return new CapturedAnswer(expression, input, values, nowMillis, state.program().maxOutputBytes());
    }
}
