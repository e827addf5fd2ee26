package dev.cairn.integrations.mcp.session;

/**
 * The server does not know the session, and has not processed the request: it answered 404, as the protocol says, or 400, as many servers
 * do after a restart.
 */
final class SessionLostException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private static final int NOT_FOUND = 404;

    private final int status;

    SessionLostException(int status, String excerpt) {
        super(excerpt, null, false, false);
        this.status = status;
    }

    /** True if the server may still keep the session, and has refused the request for another reason. */
    boolean isDoubtful() {
        return status != NOT_FOUND;
    }

    /** The status of HTTP. */
    int status() {
        return status;
    }
}
