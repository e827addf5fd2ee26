package dev.cairn.program;

/**
 * Number and delays of the retries of a {@code try}.
 *
 * @param when retry only if this holds, or null
 * @param exceptWhen do not retry if this holds, or null
 * @param backoff delays before the retries
 * @param maxAttempts maximum number of retries, or -1
 * @param duration maximum duration of all attempts together, or null
 * @param startedRegister number register of the time at which the first attempt began, or -1 if {@code duration} is null
 */
public record RetryPlan(
        BoundExpression when,
        BoundExpression exceptWhen,
        BackoffPlan backoff,
        int maxAttempts,
        DurationPlan duration,
        int startedRegister) {}
