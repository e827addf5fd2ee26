package dev.cairn.program;

import dev.cairn.definition.ErrorFilter;

/**
 * The errors that a {@code catch} handles.
 *
 * @param filter fixed parts of the errors
 * @param when catch only if this holds, or null
 * @param exceptWhen do not catch if this holds, or null
 */
public record CatchCondition(ErrorFilter filter, BoundExpression when, BoundExpression exceptWhen) {}
