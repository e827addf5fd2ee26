package dev.cairn.compiler.asyncapi;

/** Codes of faults in AsyncAPI documents, and between them and the calls that use them. */
public final class AsyncApiErrorCodes {

    /** A document is not an AsyncAPI document of a known version, or a part of it cannot be read. */
    public static final String DOCUMENT = "CAIRN-0330";

    /** A call names an operation, channel, server or protocol that its document does not have. */
    public static final String UNKNOWN_PART = "CAIRN-0331";

    /** A constant message breaks the schema of its payload or headers. */
    public static final String MESSAGE = "CAIRN-0332";

    private AsyncApiErrorCodes() {}
}
