package dev.cairn.deployment.devui;

import dev.cairn.compiler.jq.TextRange;
import dev.cairn.jq.ExpressionException;

/** The failure of a part of an expression, with the place of that part. */
final class LocatedExpressionException extends ExpressionException {

    private static final long serialVersionUID = 1L;

    private final transient TextRange place;

    LocatedExpressionException(String message, TextRange place) {
        super(message);
        this.place = place;
    }

    /** The place of the part in the expression. */
    TextRange place() {
        return place;
    }
}
