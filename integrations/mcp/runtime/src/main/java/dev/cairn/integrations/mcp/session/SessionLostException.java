package dev.cairn.integrations.mcp.session;

/**
 * The server does not know the session, and has not processed the request: it answered 404, as the protocol says, or 400, as many servers
 * do after a restart.
 */
final class SessionLostException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final int status;

    SessionLostException(int status, String excerpt) {
        super(excerpt, null, false, false);
        this.status = status;
    }

    /** The status of HTTP. */
    int status() {
        return status;
    }
}
