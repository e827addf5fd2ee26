package dev.cairn.persistence.jpa;

import org.junit.jupiter.api.Tag;

@Tag("long")
@Tag("crash-points-jpa")
@Tag("any-jdk")
class MariaDbStoreCrashPointTest extends JpaCrashPointContract {

    @Override
    String database() {
        return TestServers.mariaDb("crash_points");
    }
}
