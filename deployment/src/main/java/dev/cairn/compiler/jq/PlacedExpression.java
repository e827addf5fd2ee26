package dev.cairn.compiler.jq;

import java.util.IdentityHashMap;
import java.util.Map;

import dev.cairn.expression.Expression;

/** An expression, and where terms and operators stand in its text. */
public final class PlacedExpression {

    private final Expression expression;
    /** By identity: equal expressions stand in several places. */
    private final Map<Expression, TextPlace> places;

    PlacedExpression(Expression expression, IdentityHashMap<Expression, TextPlace> places) {
        this.expression = expression;
        this.places = places;
    }

    /** The expression. */
    public Expression expression() {
        return expression;
    }

    /** The place of the expression or of an expression in it; null if it has none. */
    public TextPlace place(Expression part) {
        return places.get(part);
    }
}
