package dev.cairn.compiler.validation;

/** Codes of faults in the meaning of a definition. One code for each meaning; the page "Errors" explains them. */
public final class ValidationErrorCodes {

    /** A version of the DSL that is not supported. */
    public static final String DSL_VERSION = "CAIRN-0201";

    /** A namespace or name of a workflow that is no DNS label. */
    public static final String INVALID_NAME = "CAIRN-0202";

    /** A version of a workflow that is no semantic version. */
    public static final String INVALID_VERSION = "CAIRN-0203";

    /** A path at which HTTP cannot start a workflow. */
    public static final String TRIGGER_PATH = "CAIRN-0204";

    /** A list of tasks or cases without any. */
    public static final String EMPTY_LIST = "CAIRN-0205";

    /** Two tasks of one list, or two cases of one switch, with the same name. */
    public static final String DUPLICATE_NAME = "CAIRN-0206";

    /** A task whose name cannot be told from a flow directive, or a function whose name cannot be told from a protocol. */
    public static final String RESERVED_NAME = "CAIRN-0207";

    /** A flow directive that names no task of the list. */
    public static final String UNKNOWN_TARGET = "CAIRN-0208";

    /** A task that the workflow never comes to. */
    public static final String UNREACHABLE_TASK = "CAIRN-0209";

    /** A switch with more than one default. */
    public static final String SEVERAL_DEFAULTS = "CAIRN-0210";

    /** Warning: a retry that never gives up. */
    public static final String ENDLESS_RETRY = "CAIRN-0211";

    /** A limit that nothing can keep, such as a timeout of zero. */
    public static final String IMPOSSIBLE_LIMIT = "CAIRN-0212";

    /** A variable whose name jq does not know how to read, or that is taken. */
    public static final String VARIABLE_NAME = "CAIRN-0213";

    /** Warning: a variable that hides one of the same name around it. */
    public static final String HIDDEN_VARIABLE = "CAIRN-0214";

    /** An error type that is no URI. */
    public static final String ERROR_TYPE = "CAIRN-0215";

    /** A status that HTTP does not have. */
    public static final String STATUS = "CAIRN-0216";

    /** An HTTP method that does not exist. */
    public static final String HTTP_METHOD = "CAIRN-0217";

    /** An endpoint that no request can be sent to. */
    public static final String ENDPOINT = "CAIRN-0218";

    /** A header that no request can have. */
    public static final String HEADER = "CAIRN-0219";

    /** A JSON Schema that is none. */
    public static final String SCHEMA = "CAIRN-0220";

    /** Warning: a keyword of a JSON Schema that looks misspelt. */
    public static final String SCHEMA_KEYWORD = "CAIRN-0221";

    /** Warning: text that looks like an expression but is none where it stands. */
    public static final String LITERAL_EXPRESSION = "CAIRN-0222";

    /** An attribute that no event can have. */
    public static final String EVENT_ATTRIBUTE = "CAIRN-0223";

    /** A regular expression of an event filter that is none. */
    public static final String EVENT_PATTERN = "CAIRN-0224";

    /** A filter of events that only applications can watch so far. */
    public static final String LIFECYCLE_EVENT = "CAIRN-0225";

    /** Warning: an attribute of events whose name looks misspelt. */
    public static final String MISSPELT_ATTRIBUTE = "CAIRN-0226";

    /** Warning: a schedule whose instances the schema of the input refuses. */
    public static final String SCHEDULED_INPUT = "CAIRN-0227";

    /** A workflow with a schedule that leaves no attribute for it. */
    public static final String NO_ATTRIBUTE_LEFT = "CAIRN-0228";

    /** Constant parameters of an MCP or A2A call do not fit its method. */
    public static final String METHOD_PARAMETERS = "CAIRN-0245";

    /** A form has a nested value. */
    public static final String FORM = "CAIRN-0252";

    private ValidationErrorCodes() {}
}
