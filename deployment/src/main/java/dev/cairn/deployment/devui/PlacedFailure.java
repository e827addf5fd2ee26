package dev.cairn.deployment.devui;

import dev.cairn.compiler.jq.TextPlace;
import dev.cairn.jq.ExpressionException;

/** The failure of a part of an expression, with the place of that part. */
final class PlacedFailure extends ExpressionException {

    private static final long serialVersionUID = 1L;

    private final transient TextPlace place;

    PlacedFailure(String message, TextPlace place) {
        super(message);
        this.place = place;
    }

    /** The place of the part in the expression. */
    TextPlace place() {
        return place;
    }
}
