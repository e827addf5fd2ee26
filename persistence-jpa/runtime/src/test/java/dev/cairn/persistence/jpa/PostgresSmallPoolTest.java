package dev.cairn.persistence.jpa;

/** Writers and readers wait for each other, and nobody for ever. */
class PostgresSmallPoolTest extends JpaStoreContract {

    @Override
    PersistenceUnit unit() {
        return new PersistenceUnit(TestServers.postgres("small_pool"), 1, "none");
    }
}
