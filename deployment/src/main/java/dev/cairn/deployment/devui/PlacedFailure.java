package dev.cairn.deployment.devui;

import dev.cairn.compiler.jq.TextPlace;
import dev.cairn.expression.ExpressionException;

/** A part of an expression failed whose place is known. */
final class PlacedFailure extends ExpressionException {

    private static final long serialVersionUID = 1L;

    private final transient TextPlace place;

    PlacedFailure(String message, TextPlace place) {
        super(message);
        this.place = place;
    }

    /** Where the part stands in the expression. */
    TextPlace place() {
        return place;
    }
}
