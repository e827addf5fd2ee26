package dev.cairn.persistence.jpa;

import java.time.Duration;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.TestInstance;

import dev.cairn.spi.InstanceStore;
import dev.cairn.testkit.InstanceStoreContract;

/** The contract over one database for all tests of a class. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class JpaStoreContract extends InstanceStoreContract {

    private final PersistenceUnit unit = unit();
    private boolean fresh = true;

    /** The database, without tables or with those of an earlier test. */
    abstract PersistenceUnit unit();

    /** Whether the store makes its tables, as the migrations do. */
    boolean createsTables() {
        return true;
    }

    @AfterEach
    final void startAfresh() {
        fresh = true;
    }

    @Override
    protected final InstanceStore open() {
        InstanceStore store = JpaStore.open(unit.sessions(), new JpaSettings(4, Duration.ofSeconds(30), createsTables()));
        if (fresh) {
            unit.empty();
        }
        fresh = false;
        return store;
    }

    @AfterAll
    final void closeUnit() {
        unit.close();
    }
}
