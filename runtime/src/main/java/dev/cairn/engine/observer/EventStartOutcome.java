package dev.cairn.engine.observer;

/** Outcomes of a start by an event. */
public enum EventStartOutcome {
    /** The event has started an instance. */
    STARTED,
    /** An earlier delivery of the event had started the instance. */
    KNOWN,
    /** The workflow does not take the event as its input. */
    REFUSED
}
