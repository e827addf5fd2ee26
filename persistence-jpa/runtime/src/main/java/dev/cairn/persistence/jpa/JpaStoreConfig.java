package dev.cairn.persistence.jpa;

import java.time.Duration;

import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** The JPA store. */
@ConfigMapping(prefix = "quarkus.cairn.jpa")
@ConfigRoot(phase = ConfigPhase.RUN_TIME)
public interface JpaStoreConfig {

    /**
     * How many transactions write at once, at the most, each with what has gathered meanwhile. Another one begins beside one that is
     * under way only if many writes wait, or if it takes long, as over a network. Each takes a connection of the datasource, and the
     * store takes two more for reading and one for heartbeats, up to three if some are not answered; with a smaller pool they wait for
     * each other. More than a few make batches smaller, not writing faster.
     */
    @WithDefault("2")
    int concurrentCommits();

    /**
     * How long the database may keep silent to a statement, before its connection is given up and the statement counts as failed.
     * Heartbeats wait for a third of a lease at the most, but at least two seconds if this is longer.
     */
    @WithDefault("30s")
    Duration timeout();

    /**
     * Whether tables that are missing are created when the application starts, by the same SQL that is shipped as a migration. For
     * those who use neither Flyway nor the schema management of Hibernate ORM. Only for PostgreSQL, MariaDB and H2.
     */
    @WithDefault("false")
    boolean createTables();
}
