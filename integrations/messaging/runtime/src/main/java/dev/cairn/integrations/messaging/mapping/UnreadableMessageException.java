package dev.cairn.integrations.messaging.mapping;

/** A message that is no event, and will not be one when it is delivered again. */
public class UnreadableMessageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** With the reason as a sentence without its end. */
    public UnreadableMessageException(String reason) {
        super(reason, null, false, false);
    }
}
