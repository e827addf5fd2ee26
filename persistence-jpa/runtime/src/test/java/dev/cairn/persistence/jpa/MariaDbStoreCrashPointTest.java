package dev.cairn.persistence.jpa;

import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

@DisabledIfSystemProperty(named = "brief", matches = "true", disabledReason = "does not depend on the JDK")
class MariaDbStoreCrashPointTest extends JpaCrashPointContract {

    @Override
    String database() {
        return TestServers.mariaDb("crash_points");
    }
}
