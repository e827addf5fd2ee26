package dev.cairn.persistence.jpa;

import java.time.Duration;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;

import dev.cairn.crashpoints.CrashPointContract;
import dev.cairn.spi.InstanceStore;

/** Crashes at each call of the store, over one database for all tests of a class. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class JpaCrashPointContract extends CrashPointContract {

    private static final JpaSettings SETTINGS = new JpaSettings(4, Duration.ofSeconds(30), true);

    private final PersistenceUnit unit = new PersistenceUnit(database(), 10, "none");

    /** The JDBC URL of a database without tables. */
    abstract String database();

    @Override
    public final InstanceStore openEmpty() {
        InstanceStore store = JpaStore.open(unit.sessions(), SETTINGS);
        unit.empty();
        return store;
    }

    @Override
    public final InstanceStore restart(InstanceStore dead) {
        dead.close();
        return JpaStore.open(unit.sessions(), SETTINGS);
    }

    @AfterAll
    final void closeUnit() {
        unit.close();
    }
}
