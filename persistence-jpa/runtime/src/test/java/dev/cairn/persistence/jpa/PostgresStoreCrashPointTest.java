package dev.cairn.persistence.jpa;

class PostgresStoreCrashPointTest extends JpaCrashPointContract {

    @Override
    String database() {
        return TestServers.postgres("crash_points");
    }
}
