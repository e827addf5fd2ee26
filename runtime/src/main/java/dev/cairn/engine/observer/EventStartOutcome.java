package dev.cairn.engine.observer;

/** Outcomes of an event that is to start an instance. */
public enum EventStartOutcome {
    /** The event has started an instance. */
    STARTED,
    /** An earlier delivery of the event had started the instance, or a set of events has the event. */
    KNOWN,
    /** The workflow does not take the event as its input. */
    REFUSED,
    /** The event waits in a set for others. */
    GATHERED,
    /** A set of events was removed and started nothing: events did not come in time, or no node had the workflow. Told once for a set. */
    EXPIRED
}
