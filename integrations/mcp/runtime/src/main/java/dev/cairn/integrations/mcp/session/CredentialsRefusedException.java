package dev.cairn.integrations.mcp.session;

/** The server has refused the credentials of a request. It has not processed it. */
public final class CredentialsRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    CredentialsRefusedException(String excerpt) {
        super(excerpt, null, false, false);
    }
}
