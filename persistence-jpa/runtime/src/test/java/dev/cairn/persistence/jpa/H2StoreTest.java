package dev.cairn.persistence.jpa;

import org.junit.jupiter.api.Tag;

@Tag("servers")
@Tag("jpa")
class H2StoreTest extends JpaStoreContract {

    @Override
    PersistenceUnit unit() {
        return new PersistenceUnit("jdbc:h2:mem:contract;DB_CLOSE_DELAY=-1", 10, "none");
    }
}
