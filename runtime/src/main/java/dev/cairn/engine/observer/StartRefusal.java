package dev.cairn.engine.observer;

/** The reasons to refuse a start with a valid input. */
public enum StartRefusal {
    /** Instances take up the memory budget. Bodies of requests that are not read for this reason count too. */
    MEMORY,
    /** Too much pure work waits for a worker. */
    WORK,
    /** Too many bytes wait to be written. */
    JOURNAL,
    /** The store does not answer, or this node holds no lease. */
    STORE,
    /** The application is stopping. */
    STOPPING
}
