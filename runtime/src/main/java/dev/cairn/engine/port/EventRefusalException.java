package dev.cairn.engine.port;

import dev.cairn.api.CairnException;

/**
 * An event was refused. The message says who has it, and whether to publish it again. Apart from texts of its cause it has only the
 * event's attributes and settings for events, so the publisher may read it.
 */
public class EventRefusalException extends CairnException {

    private static final long serialVersionUID = 1L;

    /** The message has a code, the values, and the next step. */
    public EventRefusalException(Reason reason, String message, Throwable cause) {
        super(reason, message, cause);
    }
}
