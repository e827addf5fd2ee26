package dev.cairn.program;

import dev.cairn.definition.RetryPolicy.Backoff;

/**
 * How a {@code try} is tried again.
 *
 * @param when retry only if this holds, or null
 * @param exceptWhen do not retry if this holds, or null
 * @param delay before the first retry, or null for none
 * @param backoff how it grows
 * @param jitterFrom least addition, or null
 * @param jitterTo greatest addition, or null
 * @param maxAttempts retries at the most, or -1
 * @param duration all attempts together at the longest, or null
 * @param startedRegister number register that holds when the first attempt began, or -1 if {@code duration} is null
 */
public record RetryPlan(
        BoundExpression when,
        BoundExpression exceptWhen,
        Length delay,
        Backoff backoff,
        Length jitterFrom,
        Length jitterTo,
        int maxAttempts,
        Length duration,
        int startedRegister) {}
