package dev.cairn.program;

import dev.cairn.definition.RetryPolicy.Backoff;

/**
 * Number and delays of the retries of a {@code try}.
 *
 * @param when retry only if this holds, or null
 * @param exceptWhen do not retry if this holds, or null
 * @param delay before the first retry, or null for none
 * @param backoff growth of the delay
 * @param jitterFrom minimum addition, or null
 * @param jitterTo maximum addition, or null
 * @param maxAttempts maximum number of retries, or -1
 * @param duration maximum duration of all attempts together, or null
 * @param startedRegister number register of the time at which the first attempt began, or -1 if {@code duration} is null
 */
public record RetryPlan(
        BoundExpression when,
        BoundExpression exceptWhen,
        DurationPlan delay,
        Backoff backoff,
        DurationPlan jitterFrom,
        DurationPlan jitterTo,
        int maxAttempts,
        DurationPlan duration,
        int startedRegister) {}
