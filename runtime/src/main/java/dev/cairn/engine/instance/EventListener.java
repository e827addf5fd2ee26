package dev.cairn.engine.instance;

/** An instance that may listen for events. */
public interface EventListener {

    /** The id of the instance. */
    String id();

    /** Takes in an event if a task listens for it: at once, or when the pending write is durable. */
    void offer(EventDelivery offer);
}
