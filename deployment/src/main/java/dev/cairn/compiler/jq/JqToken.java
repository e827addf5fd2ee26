package dev.cairn.compiler.jq;

/**
 * A part of an expression's text.
 *
 * @param text the name without its {@code .}, {@code $} or {@code @}; the characters that a piece of a string stands for; or
 *        the text itself
 * @param offset index of its first char
 * @param end index after its last char
 */
record JqToken(Kind kind, String text, int offset, int end) {

    enum Kind {
        /** {@code name}, or {@code module::name}. */
        NAME,
        /** {@code .name}. */
        FIELD,
        /** {@code $name}. */
        VARIABLE,
        /** {@code @name}. */
        FORMAT,
        NUMBER,
        /** The quote that begins a string; pieces follow, and interpolations between parentheses. */
        STRING_START,
        STRING_PIECE,
        INTERPOLATION_START,
        INTERPOLATION_END,
        STRING_END,
        /** A word that has a meaning of its own, such as {@code if}. */
        KEYWORD,
        /** Anything else: operators and brackets. */
        SYMBOL,
        END
    }

    boolean is(Kind expected, String expectedText) {
        return kind == expected && text.equals(expectedText);
    }

    boolean isSymbol(String symbol) {
        return is(Kind.SYMBOL, symbol);
    }

    boolean isKeyword(String keyword) {
        return is(Kind.KEYWORD, keyword);
    }

    /** The token's name in messages. */
    String description() {
        return switch (kind) {
            case END -> "the end of the expression";
            case STRING_START, STRING_PIECE, STRING_END -> "a string";
            case FIELD -> "'." + text + "'";
            case VARIABLE -> "'$" + text + "'";
            case FORMAT -> "'@" + text + "'";
            default -> "'" + text + "'";
        };
    }
}
