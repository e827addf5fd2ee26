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
     * Maximum number of transactions that write at once, each with the writes gathered meanwhile. While a transaction is under
     * way, the next begins only if many writes wait, or if commits take long, as over a network. Each takes a connection of the
     * datasource. The store takes two more for reading and one for heartbeats, up to three if some are not answered. With a
     * smaller pool they wait for each other. A larger number makes batches smaller, not writing faster.
     */
    @WithDefault("2")
    int concurrentCommits();

    /**
     * Maximum time without an answer of the database to a statement. Then its connection is abandoned, and the statement counts
     * as failed. Heartbeats wait for at most a third of a lease, but at least two seconds if this is longer.
     */
    @WithDefault("30s")
    Duration timeout();

    /**
     * Creates missing tables when the application starts, by the same SQL that is shipped as a migration. For applications that
     * use neither Flyway nor the schema management of Hibernate ORM. Only for PostgreSQL, MariaDB and H2.
     */
    @WithDefault("false")
    boolean createTables();
}
