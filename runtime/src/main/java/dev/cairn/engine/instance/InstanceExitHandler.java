package dev.cairn.engine.instance;

import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.spi.InstanceWrite;

/**
 * Decides on an instance that ends, leaves the memory or cannot go on. Instances call it in their turns, and leave the memory
 * after each call.
 */
public interface InstanceExitHandler {

    /** An instance has ended, durably. */
    void ended(InstanceActorReference instance, Ended ended);

    /** An instance waits long enough to leave the memory, or is suspended. Its journal brings it back. */
    void passivate(InstanceActorReference instance, long wakeAtMillis);

    /** Memory has no room for the calls that an instance is about to make: it leaves memory until there is. */
    void postpone(InstanceActorReference instance, long wakeAtMillis);

    /** The outcome of creating an instance is unknown; its caller received a failure. */
    void forget(InstanceActorReference instance);

    /** An instance was not begun: nothing of it was written, and its caller receives a failure. */
    void leaves(InstanceActorReference instance);

    /**
     * The id of a new instance was taken: an earlier start with the same idempotency key was stored. If the reply to that start
     * was lost, no node runs that instance, so this node takes it up.
     */
    void exists(InstanceActorReference instance);

    /** A newer claim exists: its owner goes on. If no live node owns it, this node takes the instance up again. */
    void lost(InstanceActorReference instance);

    /**
     * As {@link #lost}, as far as is known: the store has refused what was surely this node's in a term.
     *
     * @param fenced true if the store refused a write
     */
    void refused(InstanceActorReference instance, long term, boolean fenced);

    /** An instance cannot go on: it is parked until it is resumed or the application is started again, with the reason. */
    void park(InstanceActorReference instance, InstanceWrite parking, Throwable cause);
}
