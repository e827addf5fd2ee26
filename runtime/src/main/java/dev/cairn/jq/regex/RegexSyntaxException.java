package dev.cairn.jq.regex;

import dev.cairn.jq.ExpressionException;

/** The text of a regular expression is none, or none that can be had here; it becomes an {@link ExpressionException} that names it. */
final class RegexSyntaxException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RegexSyntaxException(String reason) {
        super(reason, null, false, false);
    }
}
