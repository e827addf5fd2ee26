package dev.cairn.persistence.jpa;

import org.junit.jupiter.api.Tag;

/** Writers and readers wait for each other, but none for ever. */
@Tag("servers")
@Tag("mariadb")
@Tag("any-jdk")
class MariaDbSmallPoolTest extends JpaStoreContract {

    @Override
    PersistenceUnit unit() {
        return new PersistenceUnit(TestServers.mariaDb("small_pool"), 2, "none");
    }
}
