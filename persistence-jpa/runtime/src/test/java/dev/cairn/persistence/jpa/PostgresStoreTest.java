package dev.cairn.persistence.jpa;

class PostgresStoreTest extends JpaStoreContract {

    @Override
    PersistenceUnit unit() {
        return new PersistenceUnit(TestServers.postgres("contract"), 10, "none");
    }
}
