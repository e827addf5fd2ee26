package dev.cairn.compiler.jq;

import java.util.IdentityHashMap;
import java.util.Map;

import dev.cairn.jq.tree.Expression;

/** An expression, with the places of its terms and operators in the text. */
public final class PositionedExpressionTree {

    private final Expression expression;
    /** By identity, because equal expressions can occur at several places. */
    private final Map<Expression, TextRange> places;

    PositionedExpressionTree(Expression expression, IdentityHashMap<Expression, TextRange> places) {
        this.expression = expression;
        this.places = places;
    }

    /** The expression. */
    public Expression expression() {
        return expression;
    }

    /** The place of the expression or of an expression in it; null if it has none. */
    public TextRange place(Expression part) {
        return places.get(part);
    }
}
