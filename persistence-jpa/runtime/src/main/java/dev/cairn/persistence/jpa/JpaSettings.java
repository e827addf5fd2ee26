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

    /** What is used unless something else is configured. */
    public static final JpaSettings USUAL = new JpaSettings(2, Duration.ofSeconds(30), false);
}
