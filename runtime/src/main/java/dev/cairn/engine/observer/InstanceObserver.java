package dev.cairn.engine.observer;

import dev.cairn.api.InstanceStatus;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.executor.RetryDecisionNotice;
import dev.cairn.value.JsonPayload;

/**
 * Receives the changes of one instance while it is in the memory of this node. Called in the turns of the instance, one after
 * another, on the thread of the turn. Must not throw or block.
 */
public interface InstanceObserver {

    /** Wants to know nothing. */
    InstanceObserver NONE = new InstanceObserver() {};

    /**
     * The status has changed, durably. A new instance comes from {@link InstanceStatus#PENDING}: now its start is acknowledged.
     *
     * @param ended the end of the instance, or null if it has not ended
     * @param ageMillis the time since its start, over all nodes and restarts
     */
    default void became(InstanceStatus before, InstanceStatus now, Ended ended, long ageMillis) {}

    /** A retry policy decided about an error, and the consequence is durable. */
    default void retried(RetryDecisionNotice note) {}

    /**
     * An attempt at a call begins. A call that never reaches its target, since its arguments failed, is one too.
     *
     * @param operation index of the operation in the program
     * @param effectId identity of the effect, a part of its idempotency key
     * @return observes the end of the attempt
     */
    default CallObserver callBegins(int operation, String effectId) {
        return CallObserver.NONE;
    }

    /**
     * A timer or a deadline has passed and the instance takes the fact in.
     *
     * @param deadline true for a deadline
     * @param lagMillis delay after its due time, 0 or more
     */
    default void timerFired(String effectId, boolean deadline, long lagMillis) {}

    /**
     * The instance takes in an event.
     *
     * @param operation index of the listening operation
     * @param event attributes and data, in canonical form; not to be changed
     */
    default void eventTaken(int operation, JsonPayload event) {}

    /**
     * The instance has come to rest, durably: it is suspended, or waits for events or for a timer that is not due soon. Told each time
     * that something of it was written meanwhile.
     */
    default void rests(InstanceStatus status) {}

    /**
     * Tells another observer something within the span of the instance, so that a metric has that as its exemplar. Runs the action once, on
     * this thread.
     */
    default void within(Runnable telling) {
        telling.run();
    }

    /** The instance is no longer in memory: it has ended, waits in the store, is parked, or belongs to another node. Nothing follows. */
    default void left() {}
}
