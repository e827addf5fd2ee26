package dev.cairn.task.flow;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.executor.ErrorSignal;
import dev.cairn.executor.InstanceState;
import dev.cairn.jq.CompiledExpression;
import dev.cairn.value.DslDurationParser;

/**
 * A length of time, linked.
 *
 * @param millis the length if {@code expression} is null
 * @param expression gives the length, or null
 */
public record LinkedDuration(long millis, CompiledExpression expression) {

    /** No time at all. */
    public static final LinkedDuration ZERO = new LinkedDuration(0, null);

    /** The length now, in milliseconds, of what flows; what is no duration is an expression error of the task. */
    public long millis(InstanceState state) {
        return millis(state, state.value());
    }

    /** As {@link #millis(InstanceState)}, of an input that the expression sees in place of what flows. */
    public long millis(InstanceState state, JsonNode input) {
        if (expression == null) {
            return millis;
        }
        try {
            return DslDurationParser.millis(expression.evaluate(state, input));
        } catch (IllegalArgumentException noDuration) {
            throw ErrorSignal.of(Standard.EXPRESSION, "Expression failed", noDuration.getMessage());
        }
    }
}
