package dev.cairn.jq.regex;

/** The text is no valid regular expression, or uses a construct that is not supported. */
final class RegexSyntaxException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RegexSyntaxException(String reason) {
        super(reason, null, false, false);
    }
}
