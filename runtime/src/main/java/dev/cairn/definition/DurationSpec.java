package dev.cairn.definition;

/**
 * A length of time: known while building, or computed by an expression.
 *
 * @param millis the length if {@code expression} is null; at least 0
 * @param expression gives an ISO 8601 literal or a duration object, or null
 * @param location its source location
 */
public record DurationSpec(long millis, ValueTemplate expression, SourceLocation location) {}
