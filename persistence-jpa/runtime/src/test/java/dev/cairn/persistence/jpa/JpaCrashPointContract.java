package dev.cairn.persistence.jpa;

import java.time.Duration;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

import dev.cairn.crashpoints.CrashPointContract;
import dev.cairn.spi.InstanceStore;

/** Crashes at each call of the store, over one database for all tests of a class. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class JpaCrashPointContract extends CrashPointContract {

    private final PersistenceUnit unit = new PersistenceUnit(database(), 10, "none");

    @BeforeAll
    final void createTables() {
        open(true).close();
    }

    /** The JDBC URL of a database without tables. */
    abstract String database();

    @Override
    public final InstanceStore openEmpty() {
        InstanceStore store = open(false);
        unit.empty();
        return store;
    }

    @Override
    public final InstanceStore restart(InstanceStore dead) {
        dead.close();
        return open(false);
    }

    private InstanceStore open(boolean createTables) {
        return JpaStore.open(unit.sessions(), new JpaSettings(4, Duration.ofSeconds(30), createTables));
    }

    @AfterAll
    final void closeUnit() {
        unit.close();
    }
}
