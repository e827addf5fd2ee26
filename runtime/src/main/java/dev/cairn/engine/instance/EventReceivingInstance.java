package dev.cairn.engine.instance;

/** A recipient of events: an instance that may listen. */
public interface EventReceivingInstance {

    /** The id of the instance. */
    String id();

    /** True if a publisher may find it in the store as well. */
    default boolean isStored() {
        return false;
    }

    /** A search for events that are kept for it has begun: until it has ended, the instance does not leave the memory to listen there. */
    default void searchBegins() {}

    /** Each search that has begun ends once. */
    default void searchEnds() {}

    /** True if a search has begun and not ended. */
    default boolean isSearched() {
        return false;
    }

    /** Takes in an event if a task listens for it: at once, or when the pending write is durable. */
    void offer(PendingEventDelivery offer);
}
