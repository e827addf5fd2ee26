package dev.cairn.api;

/**
 * Behaviour of a schedule for occurrences that nothing could start within a minute, as during an outage.
 */
public enum MissedPolicy {

    /** Starts the latest of them. Occurrences that are all less than a minute late are started without exception. */
    FIRE_ONCE("fire-once"),
    /** Starts each of them, up to a bound. */
    FIRE_ALL("fire-all"),
    /** Starts none of them. */
    SKIP("skip");

    private final String word;

    MissedPolicy(String word) {
        this.word = word;
    }

    /** Its name in definitions, configuration and stored data; it never changes. */
    public String word() {
        return word;
    }
}
