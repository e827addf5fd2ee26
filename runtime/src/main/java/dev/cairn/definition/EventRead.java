package dev.cairn.definition;

/** The part of an event that a listening task gives. */
public enum EventRead {
    /** Its data. */
    DATA,
    /** The event with its attributes and data, as CloudEvents write it in JSON. */
    ENVELOPE,
    /** Its data as text. */
    RAW
}
