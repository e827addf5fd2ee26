package dev.cairn.jq.number;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.cairn.jq.value.JsonSyntaxErrorMessage;

/** Rewrites numbers that jq reads and JSON does not have: {@code nan}, {@code +1}, {@code .5}, {@code 1.} and {@code 01}. */
public final class LenientNumberRewriter {

    /** A string as a whole, or a number. */
    private static final Pattern TOKEN = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*+\""
            + "|(?i)[+-]?(?:(?<nan>nan)|(?<infinity>inf(?:inity)?)|(?<whole>\\d*+)(?<fraction>\\.\\d*+)?(?<exponent>e[+-]?\\d++)?)",
            Pattern.DOTALL);

    private LenientNumberRewriter() {}

    /**
     * A text with such numbers written in the way of JSON, except for {@code NaN}.
     *
     * @param text in which {@link JsonSyntaxErrorMessage} finds none
     */
    public static String rewritten(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        Matcher token = TOKEN.matcher(text);
        int copied = 0;
        while (token.find()) {
            if (token.end() > token.start() && text.charAt(token.start()) != '"') {
                out.append(text, copied, token.start()).append(number(token));
                copied = token.end();
            }
        }
        return out.append(text, copied, text.length()).toString();
    }

    private static String number(Matcher token) {
        if (token.group("nan") != null) {
            return "NaN";
        }
        String sign = token.group().startsWith("-") ? "-" : "";
        if (token.group("infinity") != null) {
            return sign + Double.MAX_VALUE;
        }
        if (token.group("whole").isEmpty() && token.group("fraction") == null) {
            // The e of a word such as true, or a sign alone.
            return token.group();
        }
        String digits = token.group("whole").replaceFirst("^0+(?=.)", "");
        String fraction = token.group("fraction");
        return sign + (digits.isEmpty() ? "0" : digits) + (fraction == null || fraction.length() == 1 ? "" : fraction)
                + (token.group("exponent") == null ? "" : token.group("exponent"));
    }
}
