package dev.cairn.value;

import java.math.BigDecimal;

import com.fasterxml.jackson.core.io.NumberOutput;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.IntNode;

/** The texts of numbers, the way jq prints them: without a needless fraction, and with an exponent only where jq writes one. */
final class JqNumberText {

    /** All digits of a whole number below are significant, and none of them is printed with an exponent. */
    private static final double PLAIN_BELOW = 1e15;

    private JqNumberText() {}

    /** The text of a number: null for not-a-number, the largest double for an infinity. */
    static String text(JsonNode number) {
        if (number instanceof IntNode) {
            return CanonicalArithmetic.text(number.intValue());
        }
        return number instanceof DoubleNode ? text(number.doubleValue()) : number.asText();
    }

    static String text(double value) {
        if (Double.isNaN(value)) {
            return "null";
        }
        return finite(Double.isInfinite(value) ? Math.copySign(Double.MAX_VALUE, value) : value);
    }

    private static String finite(double value) {
        if (value == 0) {
            return 1 / value < 0 ? "-0" : "0";
        }
        if (Math.abs(value) < PLAIN_BELOW && value == (long) value) {
            return Long.toString((long) value);
        }
        // The shortest digits that give the double again, the same in all versions of the JDK.
        String shortest = NumberOutput.toString(value, true);
        return shortest.indexOf('E') < 0 ? shortest : printed(value, new BigDecimal(shortest).stripTrailingZeros());
    }

    private static String printed(double value, BigDecimal decimal) {
        String digits = decimal.unscaledValue().abs().toString();
        int exponent = digits.length() - decimal.scale() - 1;
        StringBuilder out = new StringBuilder(value < 0 ? "-" : "");
        if (exponent <= -5 || exponent >= digits.length() + 15) {
            out.append(digits.charAt(0));
            if (digits.length() > 1) {
                out.append('.').append(digits, 1, digits.length());
            }
            out.append('e').append(exponent < 0 ? '-' : '+');
            return out.append(Math.abs(exponent) < 10 ? "0" : "").append(Math.abs(exponent)).toString();
        }
        return out.append(decimal.abs().toPlainString()).toString();
    }

    /** True if no number of a JSON text has a fraction, an exponent or a negative zero: then jq prints all of them so. */
    static boolean areAllWhole(byte[] text) {
        boolean quoted = false;
        for (int at = 0; at < text.length; at++) {
            byte character = text[at];
            if (quoted) {
                if (character == '\\') {
                    at++;
                } else if (character == '"') {
                    quoted = false;
                }
            } else if (character == '"') {
                quoted = true;
            } else if (character == '.' || character == '-' && text[at + 1] == '0' || isExponent(text, at)) {
                return false;
            }
        }
        return true;
    }

    /** An e may stand in {@code true} and {@code false} as well. */
    private static boolean isExponent(byte[] text, int at) {
        return (text[at] | 0x20) == 'e' && at > 0 && text[at - 1] >= '0' && text[at - 1] <= '9';
    }
}
