package dev.cairn.integrations.mcpserver.deployment;

/** Codes of faults of workflows that are tools. */
final class McpServerErrorCodes {

    /** The name of a tool cannot be used. */
    static final String TOOL_NAME = "CAIRN-0916";
    /** Nothing says who may call the tools. */
    static final String NO_PERMISSIONS = "CAIRN-0919";

    private McpServerErrorCodes() {}
}
