package dev.cairn.integrations.mcpserver.tool;

/** A call of a tool was refused; the message is for the model. */
final class RefusedCallException extends RuntimeException {

    private static final long serialVersionUID = 1;

    RefusedCallException(String message) {
        super(message, null, false, false);
    }
}
