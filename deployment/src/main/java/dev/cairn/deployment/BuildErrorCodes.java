package dev.cairn.deployment;

/**
 * Codes of faults of definitions and functions within an application. One code for each meaning; the page "Errors" explains
 * them.
 */
public final class BuildErrorCodes {

    /** The lock file of documents, or a copy that it names, is damaged. */
    public static final String DOCUMENT_COPY = "CAIRN-0141";

    /** A definition refers to a URL that has no copy in the application. */
    public static final String DOCUMENT_NOT_LOCKED = "CAIRN-0142";

    /** A document differs from its copy. */
    public static final String DOCUMENT_CHANGED = "CAIRN-0143";

    /** A document cannot be fetched or kept. */
    public static final String DOCUMENT_NOT_FETCHED = "CAIRN-0144";

    /** No store is on the class path, or several. */
    public static final String STORE = "CAIRN-0601";

    /** Two definitions have the same namespace, name and version. */
    public static final String DUPLICATE_DEFINITION = "CAIRN-0602";

    /** A workflow class that does not define a workflow as it should. */
    public static final String WORKFLOW_CLASS = "CAIRN-0603";

    /** The method that defines a workflow threw an exception. */
    public static final String DEFINING_FAILED = "CAIRN-0604";

    /** A method that cannot be called by a workflow. */
    public static final String METHOD = "CAIRN-0605";

    /** A type of a method that cannot be converted from or to JSON. */
    public static final String METHOD_TYPE = "CAIRN-0606";

    /** A method whose bean is missing or ambiguous. */
    public static final String BEAN = "CAIRN-0607";

    /** Two methods have the same function name. */
    public static final String DUPLICATE_FUNCTION = "CAIRN-0608";

    /** A method that asks for a thread it cannot run on. */
    public static final String THREAD = "CAIRN-0609";

    /** An HTTP trigger that cannot be made. */
    public static final String HTTP_TRIGGER = "CAIRN-0610";

    /** A method that is a task of a workflow and cannot be one as it is. */
    public static final String TASK_METHOD = "CAIRN-0611";

    /** The management API is enabled in production, without a decision about its callers. */
    public static final String UNDECIDED_ACCESS = "CAIRN-0740";

    /** The management API permits everything and has roles. */
    public static final String CONTRADICTING_ACCESS = "CAIRN-0741";

    /** The management API has roles, and nothing authenticates. */
    public static final String NO_AUTHENTICATION = "CAIRN-0742";

    /** Roles for a workflow that the application does not have. */
    public static final String UNKNOWN_WORKFLOW_ACCESS = "CAIRN-0743";

    /** A definition names a channel, and the application has no messaging. */
    public static final String NO_MESSAGING = "CAIRN-0914";
    /** A workflow is to be a tool, and the application has no MCP server. */
    public static final String NO_MCP_SERVER = "CAIRN-0915";

    private BuildErrorCodes() {}
}
