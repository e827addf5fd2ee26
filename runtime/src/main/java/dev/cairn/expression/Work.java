package dev.cairn.expression;

import com.fasterxml.jackson.databind.JsonNode;

/** How much work is reported to {@link Scope#charge}. */
final class Work {

    /** Characters that a text may have. */
    static final int MAX_TEXT = 64 * 1024 * 1024;

    /** Characters or elements that are copied for one unit. */
    private static final int COPIES_PER_UNIT = 16;

    private Work() {}

    /** Charges for copying a value once, not counting what lies deeper than its own elements. */
    static void chargeSize(Scope scope, JsonNode value) {
        if (value.isTextual()) {
            chargeCopies(scope, value.textValue().length());
        } else {
            chargeCopies(scope, value.size());
        }
    }

    /** Charges for a text that is about to be made, or refuses to make it. */
    static void chargeText(Scope scope, long length) {
        checkText(length);
        chargeCopies(scope, length);
    }

    static void checkText(long length) {
        if (length > MAX_TEXT) {
            throw new ExpressionException("String result too long");
        }
    }

    /** Charges for copying characters or elements. */
    static void chargeCopies(Scope scope, long count) {
        if (count >= COPIES_PER_UNIT) {
            scope.charge((int) Math.min(Integer.MAX_VALUE, count / COPIES_PER_UNIT));
        }
    }

    /** Charges one unit for each element of an array or object. */
    static void chargeElements(Scope scope, JsonNode value) {
        if (value.size() > 0) {
            scope.charge(value.size());
        }
    }
}
