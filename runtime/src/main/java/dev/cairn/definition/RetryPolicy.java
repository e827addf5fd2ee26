package dev.cairn.definition;

/**
 * How often and when a {@code try} is tried again.
 *
 * @param when retry only if this holds, or null
 * @param exceptWhen do not retry if this holds, or null
 * @param delay before the first retry, or null for none
 * @param backoff how the delay grows
 * @param jitterFrom least random addition to each delay, or null
 * @param jitterTo greatest random addition to each delay, or null
 * @param maxAttempts retries at the most ({@code limit.attempt.count}), or null
 * @param attemptDuration each attempt at the longest ({@code limit.attempt.duration}), or null
 * @param duration all attempts together at the longest ({@code limit.duration}), or null
 * @param location where it stands
 */
public record RetryPolicy(
        Template when,
        Template exceptWhen,
        DurationSpec delay,
        Backoff backoff,
        DurationSpec jitterFrom,
        DurationSpec jitterTo,
        Integer maxAttempts,
        DurationSpec attemptDuration,
        DurationSpec duration,
        Location location) {

    /** Growth of the delay from retry to retry: the same, n times, 2 to the power of n-1 times. */
    public enum Backoff {
        CONSTANT,
        LINEAR,
        EXPONENTIAL
    }
}
