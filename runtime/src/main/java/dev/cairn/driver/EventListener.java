package dev.cairn.driver;

/** An instance that may listen for events. */
interface EventListener {

    /** The id of the instance. */
    String id();

    /** Takes in an event if a task listens for it: at once, or when the pending write is durable. */
    void offer(Offer offer);
}
