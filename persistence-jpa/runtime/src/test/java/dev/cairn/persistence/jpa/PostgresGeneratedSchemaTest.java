package dev.cairn.persistence.jpa;

/** The tables are those that Hibernate ORM makes of the entities. */
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
