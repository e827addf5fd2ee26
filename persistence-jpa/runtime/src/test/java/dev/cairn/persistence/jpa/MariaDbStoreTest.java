package dev.cairn.persistence.jpa;

import org.junit.jupiter.api.Tag;

@Tag("servers")
@Tag("mariadb")
@Tag("any-jdk")
class MariaDbStoreTest extends JpaStoreContract {

    @Override
    PersistenceUnit unit() {
        return new PersistenceUnit(TestServers.mariaDb("contract"), 10, "none");
    }
}
