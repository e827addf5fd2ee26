package dev.cairn.persistence.jpa;

import java.time.Duration;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

import dev.cairn.crashpoints.CrashPointContract;
import dev.cairn.spi.InstanceStore;

class PostgresStoreCrashPointTest extends CrashPointContract {

    private static final JpaSettings SETTINGS = new JpaSettings(4, Duration.ofSeconds(30), true);
    private static PersistenceUnit unit;

    @BeforeAll
    static void openUnit() {
        unit = new PersistenceUnit(TestServers.postgres("crash_points"), 10, "none");
        JpaStore.open(unit.sessions(), SETTINGS).close();
    }

    @AfterAll
    static void closeUnit() {
        unit.close();
    }

    @Override
    public InstanceStore openEmpty() {
        unit.empty();
        return JpaStore.open(unit.sessions(), SETTINGS);
    }

    @Override
    public InstanceStore restart(InstanceStore dead) {
        dead.close();
        return JpaStore.open(unit.sessions(), SETTINGS);
    }
}
