package dev.cairn.api;

/**
 * Behaviour of a schedule that is due while an instance it started has not ended.
 */
public enum OverlapPolicy {

    /** Starts another instance beside it. */
    ALLOW("allow"),
    /** Drops the occurrence. */
    SKIP("skip"),
    /** Starts the earliest pending occurrence once no instance is left, and drops the others. */
    BUFFER_ONE("buffer-one"),
    /** Starts all occurrences one after another, each once the instance before it has ended. */
    BUFFER_ALL("buffer-all"),
    /** Cancels the unfinished instances, then starts another. */
    CANCEL_OTHER("cancel-other");

    private final String word;

    OverlapPolicy(String word) {
        this.word = word;
    }

    /** Its name in definitions, configuration and stored data; it never changes. */
    public String word() {
        return word;
    }

    /** True if occurrences wait for the end of an unfinished instance. */
    public boolean buffers() {
        return this == BUFFER_ONE || this == BUFFER_ALL;
    }
}
