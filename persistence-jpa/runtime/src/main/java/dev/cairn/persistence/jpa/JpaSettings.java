package dev.cairn.persistence.jpa;

import java.time.Duration;

/**
 * Settings for a database.
 *
 * @param concurrentCommits number of transactions that write at once, at least 1; each may take a connection
 * @param timeout maximum time without an answer to a statement, after which its connection is abandoned
 * @param createTables true to create missing tables
 */
public record JpaSettings(int concurrentCommits, Duration timeout, boolean createTables) {

    /** The database is told in milliseconds, and 0 would mean that it may keep silent for ever. */
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofMillis(Integer.MAX_VALUE);

    /** The settings that apply without configuration. */
    public static final JpaSettings USUAL = new JpaSettings(2, Duration.ofSeconds(30), false);

    /** @throws IllegalArgumentException if a number or a time makes no sense; the message says which are possible */
    public JpaSettings {
        if (concurrentCommits < 1 || timeout.compareTo(SHORTEST) < 0 || timeout.compareTo(LONGEST) > 0) {
            throw JpaStoreExceptionFactory.badSettings(concurrentCommits, timeout);
        }
    }
}
