package dev.cairn.compiler;

/** Codes of faults that the compiler finds. */
public final class CompilerErrorCodes {

    /** {@code $config} is read where a replay would depend on it, or as a whole. */
    public static final String CONFIG = "CAIRN-0250";

    /** An expression reads a property of the configuration that the application does not allow. */
    public static final String CONFIG_NAME = "CAIRN-0251";

    /** An expression cannot be parsed. */
    public static final String SYNTAX = "CAIRN-0301";

    /** An expression names a variable that does not exist where it stands. */
    public static final String UNKNOWN_VARIABLE = "CAIRN-0302";

    /** A call names a function that does not exist. */
    public static final String UNKNOWN_FUNCTION = "CAIRN-0303";

    /** The arguments of a call do not fit the parameters of the function. */
    public static final String ARGUMENTS = "CAIRN-0304";

    /** A flow directive names a task that its list does not have. */
    public static final String UNKNOWN_TASK = "CAIRN-0305";

    /** The template of a URI cannot be read. */
    public static final String URI_TEMPLATE = "CAIRN-0306";

    /** A search key that cannot be made of the input alone, or that no instance could have. */
    public static final String SEARCH_KEY = "CAIRN-0308";

    /** A secret that does not exist, or is read where it would be stored. */
    public static final String SECRET = "CAIRN-0309";

    /** An extension keeps what was meant as compensation from being it. */
    public static final String NOT_UNDONE = "CAIRN-0310";

    /** Warning: something is read off a descriptor of the DSL that it never has. */
    public static final String UNKNOWN_KEY = "CAIRN-0311";

    /** A workflow that wants events kept, and whose tasks name no types of events. */
    public static final String KEPT_EVENTS = "CAIRN-0312";

    /** A query with a name that cannot be asked for, or without an expression. */
    public static final String QUERY = "CAIRN-0313";

    /** A reply that is no expression, or that would not be the same each time. */
    public static final String REPLY = "CAIRN-0314";

    /** A workflow, or a version of one, that the application does not have. */
    public static final String UNKNOWN_WORKFLOW = "CAIRN-0320";

    /** A command or script of a kind that the application is not allowed to run. */
    public static final String NOT_ALLOWED = "CAIRN-0321";

    /** A filter of events that start instances reads more than the event. */
    public static final String START_FILTER = "CAIRN-0322";

    /** Filters of events that start instances together, and that have different values in common. */
    public static final String SET_CORRELATION = "CAIRN-0323";

    /** An authentication that needs an extension that the application does not have. */
    public static final String NO_TOKENS = "CAIRN-0230";

    /** {@code $authorization} where it is not known, or where it would be stored or computed with. */
    public static final String AUTHORIZATION = "CAIRN-0231";

    /** A call of a kind that needs an extension that the application does not have. */
    public static final String NO_INTEGRATION = "CAIRN-0333";

    private CompilerErrorCodes() {}
}
