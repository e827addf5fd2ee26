package dev.cairn.compiler.jq;

/** A text is no expression, or uses what is not there. The message does not repeat the position. */
public final class JqSyntaxException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int offset;
    private final int line;
    private final int column;

    JqSyntaxException(String message, int offset, int line, int column) {
        super(message, null, false, false);
        this.offset = offset;
        this.line = line;
        this.column = column;
    }

    /** The position of the offending text in chars, from 0. */
    public int offset() {
        return offset;
    }

    /** The line of the offending text, from 1. */
    public int line() {
        return line;
    }

    /** The column of the offending text in chars, from 1. */
    public int column() {
        return column;
    }
}
