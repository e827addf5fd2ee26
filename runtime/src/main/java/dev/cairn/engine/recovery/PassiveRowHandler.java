package dev.cairn.engine.recovery;

import dev.cairn.spi.StoredInstance;

/** Takes claimed rows of the store that are not replayed. Thread-safe. */
public interface PassiveRowHandler {

    /** A start that waits in the queue of its workflow goes back there. */
    void putBack(StoredInstance queuedStart);

    /**
     * A schedule, or a set of events, is to be looked at. It stays on its way until that is done.
     *
     * @param done to be run once, when the row is written or can be claimed again
     */
    void look(ClaimedInstance row, StoredInstance stored, Runnable done);

    /** True if such a row is left to other nodes for now. */
    boolean isLeft(String id);

    /** The store cannot give such a row for a reason that lasts. */
    void unreadable(ClaimedInstance row, Throwable reason);
}
