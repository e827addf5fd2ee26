package dev.cairn.compiler.reader;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.value.CanonicalArithmetic;

/** Parses the text of numbers, as values hold them: whole numbers of any size, and doubles. */
final class NumberTextParser {

    private static final int MAX_DIGITS = 1_000;
    private static final int OCTAL = 8;
    private static final int DECIMAL = 10;
    private static final int HEXADECIMAL = 16;

    private NumberTextParser() {}

    /** A whole number: decimal, or octal after {@code 0o}, or hexadecimal after {@code 0x}; empty if it has too many digits. */
    static Optional<JsonNode> whole(String text) {
        if (text.length() > MAX_DIGITS) {
            return Optional.empty();
        }
        BigInteger value;
        if (text.startsWith("0o")) {
            value = new BigInteger(text.substring(2), OCTAL);
        } else if (text.startsWith("0x")) {
            value = new BigInteger(text.substring(2), HEXADECIMAL);
        } else {
            value = new BigInteger(text, DECIMAL);
        }
        return Optional.of(CanonicalArithmetic.of(value));
    }

    /** A number with a fraction or an exponent; empty if a double would say something else than the text. */
    static Optional<JsonNode> fraction(String text) {
        if (text.length() > MAX_DIGITS) {
            return Optional.empty();
        }
        double value = Double.parseDouble(text);
        if (!Double.isFinite(value) || !sameValue(value, text)) {
            return Optional.empty();
        }
        return Optional.of(CanonicalArithmetic.of(value));
    }

    private static boolean sameValue(double value, String text) {
        try {
            return BigDecimal.valueOf(value).compareTo(new BigDecimal(text)) == 0;
        } catch (NumberFormatException exponentTooLarge) {
            return false;
        }
    }
}
