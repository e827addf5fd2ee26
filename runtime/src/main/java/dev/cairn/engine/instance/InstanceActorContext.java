package dev.cairn.engine.instance;

import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.port.InstanceUnloadedException;
import dev.cairn.executor.JournalEvent;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.executor.TransitionResult;

/** The operations of an instance that its parts may call. Used only in its turns, but where stated. */
interface InstanceActorContext {

    /** The id of the instance. */
    String id();

    /** Takes in events for the instance. */
    EventReceivingInstance listener();

    /** The current step; null if it is not known yet. */
    TransitionResult currentResult();

    /**
     * Executes an operator's command. From any thread.
     *
     * @return completes when it is durable, or was so already; fails with {@link InstanceUnloadedException} if the instance has left the memory
     */
    Promise<Void> obey(OperatorCommand command);

    /** True if it takes in no more events: who has one asks wherever the instance is then. */
    boolean takesNoEvents();

    /** True if the instance's filters are known, and everything before is durable. */
    boolean mayTakeEvents();

    /** Takes in the outcome of an effect: at once, or when the pending write is durable. */
    void happened(JournalEvent.OfEffect happening);

    /** Records an event, and goes on with it. */
    void take(JournalEvent happening);

    /** Goes on as it was about to, unless it is at that already, or has to wait. */
    void goOnAnyway();

    /** Ends, once that is written. Until then it keeps only the current state. */
    void end(Ended how);

    /** Writes recorded entries, or acts if there are none. */
    void persist();

    /** Work that may be done at once on the thread of this turn. */
    int budget();
}
