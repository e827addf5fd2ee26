package dev.cairn.jq.regex;

/** Reads the text of a regular expression, character by character. */
final class RegexCursor {

    private static final int MAX_ASCII = 0x7F;
    private static final int OCTAL_BITS = 3;
    private static final int HEX_BITS = 4;
    private static final int CONTROL_MASK = 0x9F;

    final String text;
    int at;

    RegexCursor(String text) {
        this.text = text;
    }

    boolean isAtEnd() {
        return at >= text.length();
    }

    boolean sees(String part) {
        return text.startsWith(part, at);
    }

    boolean takes(String part) {
        boolean seen = sees(part);
        at += seen ? part.length() : 0;
        return seen;
    }

    int next() {
        int codePoint = text.codePointAt(at);
        at += Character.charCount(codePoint);
        return codePoint;
    }

    /** The text before a part, which is passed as well. */
    String until(String part, String failure) {
        int end = text.indexOf(part, at);
        if (end < 0) {
            throw new RegexSyntaxException(failure);
        }
        String taken = text.substring(at, end);
        at = end + part.length();
        return taken;
    }

    /** The digits that stand here, {@code most} at the most. */
    String digits(int radix, int most) {
        int start = at;
        while (at < text.length() && at - start < most && text.charAt(at) <= MAX_ASCII
                && Character.digit(text.charAt(at), radix) >= 0) {
            at++;
        }
        return text.substring(start, at);
    }

    /** The character after a backslash, of which only the letter is left behind; any letter without a meaning means itself. */
    int escaped(int letter) {
        return switch (letter) {
            case 't' -> '\t';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 'f' -> '\f';
            case 'a' -> 0x07;
            case 'e' -> 0x1B;
            case 'c' -> control();
            case 'x' -> takes("{") ? braced(HEX_BITS) : numbered(digits(1 << HEX_BITS, 2), HEX_BITS);
            case 'o' -> takes("{") ? braced(OCTAL_BITS) : letter;
            case '0' -> numbered(digits(1 << OCTAL_BITS, 2), OCTAL_BITS);
            default -> letter;
        };
    }

    /** A character by its octal number, of which the first digit is left behind. */
    int octal() {
        at--;
        return numbered(digits(1 << OCTAL_BITS, OCTAL_BITS), OCTAL_BITS);
    }

    private int control() {
        if (isAtEnd()) {
            throw new RegexSyntaxException("end pattern at control");
        }
        int codePoint = next();
        if (codePoint == '\\' && !isAtEnd()) {
            codePoint = escaped(next());
        }
        return codePoint == '?' ? MAX_ASCII : codePoint & CONTROL_MASK;
    }

    /** jq takes these numbers for bytes, and what is no ASCII for a part of a character. */
    private static int numbered(String digits, int bits) {
        int value = digits.isEmpty() ? 0 : Integer.parseInt(digits, 1 << bits);
        if (value > MAX_ASCII) {
            throw new RegexSyntaxException("a byte by its number is not supported, only a character: \\x{E9}");
        }
        return value;
    }

    private int braced(int bits) {
        String digits = until("}", "invalid code point value");
        try {
            int value = Integer.parseInt(digits, 1 << bits);
            boolean isSurrogate = value >= Character.MIN_SURROGATE && value <= Character.MAX_SURROGATE;
            if (Character.isValidCodePoint(value) && !isSurrogate) {
                return value;
            }
        } catch (NumberFormatException e) {
            // It is refused below, as a number too large is.
        }
        throw new RegexSyntaxException("invalid code point value {" + digits + "}");
    }
}
