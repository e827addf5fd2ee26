package dev.cairn.persistence.jpa;

import org.junit.jupiter.api.Tag;

/** The tables are those that Hibernate ORM makes of the entities. */
@Tag("servers")
@Tag("jpa")
@Tag("any-jdk")
class H2GeneratedSchemaTest extends JpaStoreContract {

    @Override
    PersistenceUnit unit() {
        return new PersistenceUnit("jdbc:h2:mem:generated;DB_CLOSE_DELAY=-1", 10, "update");
    }

    @Override
    boolean createsTables() {
        return false;
    }
}
