package dev.cairn.persistence.jpa;

import org.junit.jupiter.api.Tag;

@Tag("long")
@Tag("crash-points-jpa")
@Tag("any-jdk")
class PostgresStoreCrashPointTest extends JpaCrashPointContract {

    @Override
    String database() {
        return TestServers.postgres("crash_points");
    }
}
