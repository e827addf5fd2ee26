package dev.cairn.servers;

/** The machine has no executable of a server, and none could be fetched. The message says what to install. */
public final class MissingServerException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    MissingServerException(String message, Throwable cause) {
        super(message, cause);
    }
}
