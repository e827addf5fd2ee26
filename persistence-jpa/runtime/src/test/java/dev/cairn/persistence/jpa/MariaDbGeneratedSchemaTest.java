package dev.cairn.persistence.jpa;

import org.junit.jupiter.api.Tag;

/** The tables are those that Hibernate ORM makes of the entities. */
@Tag("servers")
@Tag("mariadb")
@Tag("any-jdk")
class MariaDbGeneratedSchemaTest extends JpaStoreContract {

    @Override
    PersistenceUnit unit() {
        return new PersistenceUnit(TestServers.mariaDb("generated", "CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin"), 10,
                "update");
    }

    @Override
    boolean createsTables() {
        return false;
    }
}
