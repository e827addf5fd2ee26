package dev.cairn.task.trytask;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.definition.BackoffSpec.Growth;
import dev.cairn.executor.InstanceState;
import dev.cairn.jq.CompiledExpression;
import dev.cairn.program.RetryPlan;
import dev.cairn.task.flow.LinkedDuration;
import dev.cairn.value.DslDurationParser;
import dev.cairn.value.JqValues;

/**
 * A retry policy, linked.
 *
 * @param plan the fixed parts
 * @param when retry only if this holds, or null
 * @param exceptWhen do not retry if this holds, or null
 * @param delay before the first retry
 * @param jitterFrom least addition
 * @param jitterTo greatest addition
 * @param duration all attempts together at the longest, or null
 */
public record LinkedRetry(RetryPlan plan, CompiledExpression when, CompiledExpression exceptWhen, LinkedDuration delay,
        LinkedDuration jitterFrom, LinkedDuration jitterTo, LinkedDuration duration) {

    private static final int DOUBLINGS = 62;

    /** A delay is chosen at random between the two, both included. */
    record Delay(long leastMillis, long mostMillis) {}

    /** @param waitMillis time that the failed call was asked to wait before the next attempt */
    boolean wanted(InstanceState state, JsonNode input, long retries, long waitMillis) {
        boolean left = plan.maxAttempts() < 0 || retries < plan.maxAttempts();
        boolean inTime = duration == null
                || state.nowMillis() - state.number(plan.startedRegister()) + waitMillis < duration.millis(state, input);
        return left && inTime
                && (when == null || JqValues.truthy(when.evaluate(state, input)))
                && (exceptWhen == null || !JqValues.truthy(exceptWhen.evaluate(state, input)));
    }

    /** @param waitMillis the delay is no shorter; jitter is added, so that instances that wait for one server do not come together */
    Delay delay(InstanceState state, JsonNode input, long retries, long waitMillis) {
        long grown = Math.max(saturated(delay.millis(state, input), factor(retries)), waitMillis);
        long least = DslDurationParser.after(grown, jitterFrom.millis(state, input));
        return new Delay(least, Math.max(least, DslDurationParser.after(grown, jitterTo.millis(state, input))));
    }

    private long factor(long retries) {
        Growth growth = plan.backoff().growth();
        if (growth == Growth.CONSTANT) {
            return 1;
        }
        return growth == Growth.LINEAR ? retries + 1 : 1L << Math.min(retries, DOUBLINGS);
    }

    /** The product, at most a quarter of what fits. */
    private static long saturated(long millis, long factor) {
        long most = Long.MAX_VALUE / 4;
        return millis != 0 && factor > most / millis ? most : millis * factor;
    }
}
