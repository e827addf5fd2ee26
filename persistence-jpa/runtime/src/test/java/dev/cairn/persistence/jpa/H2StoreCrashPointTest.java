package dev.cairn.persistence.jpa;

import org.junit.jupiter.api.Tag;

@Tag("long")
@Tag("crash-points-jpa")
@Tag("any-jdk")
class H2StoreCrashPointTest extends JpaCrashPointContract {

    @Override
    String database() {
        return "jdbc:h2:mem:crash_points;DB_CLOSE_DELAY=-1";
    }
}
