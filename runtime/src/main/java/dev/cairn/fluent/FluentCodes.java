package dev.cairn.fluent;

/**
 * Codes of faults in definitions written in Java that neither the Java compiler nor the validation of definitions finds. One
 * code for each meaning; the page "Errors" explains them.
 */
public final class FluentCodes {

    /** Something that must be given is null, blank or missing. */
    public static final String MISSING = "CAIRN-0150";

    /** A value that is no JSON, or text that should be JSON and is not. */
    public static final String NO_JSON = "CAIRN-0151";

    /** A duration that is none. */
    public static final String INVALID_DURATION = "CAIRN-0152";

    /** Something was given twice that can be given once. */
    public static final String GIVEN_TWICE = "CAIRN-0153";

    /** A lambda or method reference that holds values of the moment it was written. */
    public static final String CAPTURING = "CAIRN-0154";

    /** A method that a task cannot call. */
    public static final String UNSUITABLE_METHOD = "CAIRN-0155";

    /** Text that stands where an expression must stand, and is none. */
    public static final String NO_EXPRESSION = "CAIRN-0156";

    /** A task that may be skipped and that is to be undone. */
    public static final String CONDITION = "CAIRN-0157";

    /** A name that the workflow gives to nothing. */
    public static final String UNKNOWN_NAME = "CAIRN-0158";

    /** A function that calls itself. */
    public static final String RECURSIVE = "CAIRN-0159";

    /** A number that is out of range. */
    public static final String OUT_OF_RANGE = "CAIRN-0160";

    private FluentCodes() {}
}
