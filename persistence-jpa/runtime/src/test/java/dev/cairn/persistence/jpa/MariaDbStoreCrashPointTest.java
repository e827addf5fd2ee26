package dev.cairn.persistence.jpa;

class MariaDbStoreCrashPointTest extends JpaCrashPointContract {

    @Override
    String database() {
        return TestServers.mariaDb("crash_points");
    }
}
