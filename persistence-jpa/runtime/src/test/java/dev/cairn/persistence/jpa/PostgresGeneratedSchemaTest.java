package dev.cairn.persistence.jpa;

import org.junit.jupiter.api.Tag;

/** The tables are those that Hibernate ORM makes of the entities. */
@Tag("servers")
@Tag("jpa")
@Tag("any-jdk")
class PostgresGeneratedSchemaTest extends JpaStoreContract {

    @Override
    PersistenceUnit unit() {
        return new PersistenceUnit(TestServers.postgres("generated"), 10, "update");
    }

    @Override
    boolean createsTables() {
        return false;
    }
}
