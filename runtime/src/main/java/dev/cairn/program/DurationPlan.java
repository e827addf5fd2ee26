package dev.cairn.program;

/**
 * A length of time in a program.
 *
 * @param millis the length if {@code expression} is null
 * @param expression gives the length, or null
 */
public record DurationPlan(long millis, BoundExpression expression) {}
