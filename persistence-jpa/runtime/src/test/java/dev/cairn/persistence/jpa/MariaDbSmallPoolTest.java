package dev.cairn.persistence.jpa;

/** Writers and readers wait for each other, and nobody for ever. */
class MariaDbSmallPoolTest extends JpaStoreContract {

    @Override
    PersistenceUnit unit() {
        return new PersistenceUnit(TestServers.mariaDb("small_pool"), 2, "none");
    }
}
