package dev.cairn.persistence.jpa;

/** The tables are those that Hibernate ORM makes of the entities. */
class MariaDbGeneratedSchemaTest extends JpaStoreContract {

    @Override
    PersistenceUnit unit() {
        return new PersistenceUnit(TestServers.mariaDb("generated"), 10, "update");
    }

    @Override
    boolean createsTables() {
        return false;
    }
}
