package dev.cairn.value;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;

/** Checks that a JSON number fits a Java type without loss. */
final class LosslessNumberCheck {

    /** As for whole numbers in canonical values. A larger exponent would fill the memory. */
    private static final int MAX_DIGITS = 1_000;

    private LosslessNumberCheck() {}

    /** The whole number that the current token writes with a fraction of zero or an exponent, such as {@code 5.0}; otherwise null. */
    static BigInteger whole(JsonParser tokens) throws IOException {
        return tokens.hasToken(JsonToken.VALUE_NUMBER_FLOAT) ? integer(tokens) : null;
    }

    private static BigInteger integer(JsonParser tokens) throws IOException {
        if (tokens.isNaN()) {
            return null;
        }
        BigDecimal value = tokens.getDecimalValue().stripTrailingZeros();
        boolean isWhole = value.scale() <= 0 && value.precision() - (long) value.scale() <= MAX_DIGITS;
        return isWhole ? value.toBigInteger() : null;
    }

    /**
     * Refuses the current token if its number is too large for a type, or is whole and would be rounded. Fractions are rounded everywhere.
     *
     * @param type float or double, or the class of its boxes
     */
    static void checkFloating(JsonParser tokens, DeserializationContext context, Class<?> type) throws IOException {
        if (tokens.currentToken() == null || !tokens.currentToken().isNumeric() || tokens.isNaN()) {
            return;
        }
        boolean isFloat = type == float.class || type == Float.class;
        double value = tokens.getDoubleValue();
        double rounded = isFloat ? (float) value : value;
        if (Double.isInfinite(rounded)) {
            context.reportInputMismatch(type, "The number is too large");
        }
        BigInteger whole = integer(tokens);
        String shortest = isFloat ? Float.toString((float) value) : Double.toString(value);
        // Java writes only as many digits as distinguish a number, so the text of a large one is not its exact value.
        if (whole != null && !isSame(new BigDecimal(rounded), whole) && !isSame(new BigDecimal(shortest), whole)) {
            context.reportInputMismatch(type, "The whole number would be rounded");
        }
    }

    private static boolean isSame(BigDecimal value, BigInteger whole) {
        return value.compareTo(new BigDecimal(whole)) == 0;
    }
}
