package dev.cairn.integrations.grpc.descriptor;

/** JSON does not fit a message, or a message has no JSON form. */
public final class UnfitMessageException extends RuntimeException {

    private static final long serialVersionUID = 1;

    UnfitMessageException(String message, Throwable cause) {
        super(message, cause);
    }
}
