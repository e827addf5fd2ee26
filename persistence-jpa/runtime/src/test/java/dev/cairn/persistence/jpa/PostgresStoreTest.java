package dev.cairn.persistence.jpa;

import org.junit.jupiter.api.Tag;

@Tag("servers")
@Tag("smoke")
@Tag("jpa")
class PostgresStoreTest extends JpaStoreContract {

    @Override
    PersistenceUnit unit() {
        return new PersistenceUnit(TestServers.postgres("contract"), 10, "none");
    }
}
