package dev.cairn.fluent.source;

/**
 * Codes of faults in definitions written in Java that neither the Java compiler nor the reader of definitions finds. One code for
 * each meaning; the page "Errors" explains them.
 */
public final class FluentErrorCodes {

    /** Something that must be given is null, or a task has no name. */
    public static final String MISSING = "CAIRN-0150";

    /** A value that is no JSON, or text that should be JSON and is not. */
    public static final String NO_JSON = "CAIRN-0151";

    /** Something was given twice that can be given once. */
    public static final String GIVEN_TWICE = "CAIRN-0153";

    /** A lambda or method reference that holds values of the moment it was written. */
    public static final String CAPTURING = "CAIRN-0154";

    /** A method that a task cannot call. */
    public static final String UNSUITABLE_METHOD = "CAIRN-0155";

    /** The text of a business key or an attribute that is no expression. */
    public static final String NO_EXPRESSION = "CAIRN-0156";

    /** A task that may be skipped and that is to be undone. */
    public static final String CONDITION = "CAIRN-0157";

    private FluentErrorCodes() {}
}
