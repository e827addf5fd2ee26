package dev.cairn.compiler.openapi;

/** Codes of faults in OpenAPI documents, and between them and the calls that use them. */
public final class OpenApiErrorCodes {

    /** A document is not an OpenAPI document of a known version, or a part of it cannot be read. */
    public static final String DOCUMENT = "CAIRN-0135";

    /** A call names an operation, server or variable that its document does not have. */
    public static final String UNKNOWN_PART = "CAIRN-0136";

    /** A call gives a parameter that the operation does not have, or lacks a required one. */
    public static final String PARAMETER = "CAIRN-0137";

    /** A constant value breaks the schema of its parameter or of the body. */
    public static final String VALUE = "CAIRN-0138";

    /** The document and the call name no server that can be called. */
    public static final String SERVER = "CAIRN-0139";

    /** Warning: the call gives other credentials than the operation asks for. */
    public static final String CREDENTIALS = "CAIRN-0140";

    /** A constant value cannot be encoded as its parameter or form asks for. */
    public static final String ENCODING = "CAIRN-0235";

    private OpenApiErrorCodes() {}
}
