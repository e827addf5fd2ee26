package dev.cairn.integrations.messaging.config;

/** The form of an event as a message. */
public enum EventFormat {
    /** The message is the data of the event; its attributes are headers. */
    BINARY,
    /** The message is the whole event as JSON. */
    STRUCTURED
}
