package dev.cairn.persistence.jpa;

class MariaDbStoreTest extends JpaStoreContract {

    @Override
    PersistenceUnit unit() {
        return new PersistenceUnit(TestServers.mariaDb("contract"), 10, "none");
    }
}
