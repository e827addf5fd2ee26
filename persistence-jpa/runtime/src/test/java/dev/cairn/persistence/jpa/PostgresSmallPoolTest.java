package dev.cairn.persistence.jpa;

import org.junit.jupiter.api.Tag;

/** Writers and readers wait for each other, but none for ever. */
@Tag("servers")
@Tag("jpa")
@Tag("any-jdk")
class PostgresSmallPoolTest extends JpaStoreContract {

    @Override
    PersistenceUnit unit() {
        return new PersistenceUnit(TestServers.postgres("small_pool"), 1, "none");
    }
}
