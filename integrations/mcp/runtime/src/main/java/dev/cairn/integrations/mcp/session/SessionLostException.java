package dev.cairn.integrations.mcp.session;

/** The server no longer knows the session. It has not processed the request. */
final class SessionLostException extends RuntimeException {

    private static final long serialVersionUID = 1;

    SessionLostException() {
        super("The MCP server has ended the session", null, false, false);
    }
}
