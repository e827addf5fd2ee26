package dev.cairn.definition;

/**
 * Number and delays of the retries of a {@code try}.
 *
 * @param when retry only if this holds, or null
 * @param exceptWhen do not retry if this holds, or null
 * @param backoff delays before the retries; never null
 * @param limits limits of the attempts; never null
 * @param location its source location
 */
public record RetryPolicy(ValueTemplate when, ValueTemplate exceptWhen, BackoffSpec backoff, RetryLimits limits,
        SourceLocation location) {}
