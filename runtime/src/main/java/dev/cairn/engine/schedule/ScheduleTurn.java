package dev.cairn.engine.schedule;

/** The side of a look at a schedule that keeps its state: the row in the store, or memory. */
interface ScheduleTurn {

    /** Keeps the outcome of the look, which is over. */
    void end(long cursorMillis, long wakeMillis);

    /** The store has failed: the state is as it was, and the look is repeated later. */
    void failed(Throwable failure);
}
