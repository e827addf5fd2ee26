package dev.cairn.definition;

/**
 * Number and delays of the retries of a {@code try}.
 *
 * @param when retry only if this holds, or null
 * @param exceptWhen do not retry if this holds, or null
 * @param delay before the first retry, or null for none
 * @param backoff growth of the delay
 * @param jitterFrom minimum random addition to each delay, or null
 * @param jitterTo maximum random addition to each delay, or null
 * @param maxAttempts maximum number of retries ({@code limit.attempt.count}), or null
 * @param attemptDuration maximum duration of each attempt ({@code limit.attempt.duration}), or null
 * @param duration maximum duration of all attempts together ({@code limit.duration}), or null
 * @param location its source location
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
        SourceLocation location) {

    /** Growth of the delay from retry to retry: the same, n times, 2 to the power of n-1 times. */
    public enum Backoff {
        CONSTANT,
        LINEAR,
        EXPONENTIAL
    }
}
