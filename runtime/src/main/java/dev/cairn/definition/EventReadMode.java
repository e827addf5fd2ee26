package dev.cairn.definition;

/** Selects the part of an event that a listening task returns. */
public enum EventReadMode {
    /** Its data. */
    DATA,
    /** The event with its attributes and data, as CloudEvents write it in JSON. */
    ENVELOPE,
    /** Its data as text. */
    RAW
}
