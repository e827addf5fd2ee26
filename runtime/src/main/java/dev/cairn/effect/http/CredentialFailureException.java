package dev.cairn.effect.http;

/** The failure of a call that had no credentials: its cause, which is the error of the call, says nothing of the host. */
public final class CredentialFailureException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    CredentialFailureException(Throwable cause) {
        super(null, cause, false, false);
    }
}
