package dev.cairn.persistence.jpa;

import java.time.Duration;

/**
 * How a database is used.
 *
 * @param concurrentCommits how many transactions write at once, at least 1; each may take a connection
 * @param timeout how long a statement may keep silent before its connection is given up
 * @param createTables whether tables that are missing are created
 */
public record JpaSettings(int concurrentCommits, Duration timeout, boolean createTables) {

    /** The database is told in milliseconds, and 0 would mean that it may keep silent for ever. */
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofMillis(Integer.MAX_VALUE);

    /** What is used unless something else is configured. */
    public static final JpaSettings USUAL = new JpaSettings(2, Duration.ofSeconds(30), false);

    /** @throws IllegalArgumentException if a number or a time makes no sense; the message says which are possible */
    public JpaSettings {
        if (concurrentCommits < 1 || timeout.compareTo(SHORTEST) < 0 || timeout.compareTo(LONGEST) > 0) {
            throw Failures.badSettings(concurrentCommits, timeout);
        }
    }
}
