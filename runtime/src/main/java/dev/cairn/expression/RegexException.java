package dev.cairn.expression;

/** The text of a regular expression is none, or none that can be had here; it becomes an {@link ExpressionException} that names it. */
final class RegexException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RegexException(String reason) {
        super(reason, null, false, false);
    }
}
