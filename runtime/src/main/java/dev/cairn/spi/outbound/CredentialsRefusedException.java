package dev.cairn.spi.outbound;

/** A server has refused the credentials of a request, and has not processed it. Its message is the text of the server. */
public final class CredentialsRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public CredentialsRefusedException(String excerpt) {
        super(excerpt, null, false, false);
    }
}
