package dev.cairn.definition;

/**
 * {@code limit} of a retry policy.
 *
 * @param maxAttempts maximum number of retries ({@code limit.attempt.count}), or null
 * @param attemptDuration maximum duration of each attempt ({@code limit.attempt.duration}), or null
 * @param duration maximum duration of all attempts together ({@code limit.duration}), or null
 */
public record RetryLimits(Integer maxAttempts, DurationSpec attemptDuration, DurationSpec duration) {

    /** No limit. */
    public static final RetryLimits NONE = new RetryLimits(null, null, null);
}
