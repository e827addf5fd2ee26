package dev.cairn.compiler;

import dev.cairn.program.BoundExpression;

/**
 * An expression compiled.
 *
 * @param expression the expression with its variables, or null if there was none
 * @param usesClock true if it reads the clock, so that the clock must be read before it is evaluated
 */
record Compiled(BoundExpression expression, boolean usesClock) {

    static final Compiled NONE = new Compiled(null, false);
}
