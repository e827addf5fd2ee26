package dev.cairn.persistence.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tables of MariaDB that take for equal what differs. */
@Tag("servers")
@Tag("jpa")
@Tag("any-jdk")
class CollationTest {

    private static String collation(PersistenceUnit unit) throws SQLException {
        try (Connection connection = unit.dataSource().getConnection()) {
            return DatabaseSchemaInitializer.looseCollation(connection, DatabaseDialect.of(connection));
        }
    }

    @Test
    void tablesThatHibernateMadeInAnOrdinaryDatabaseAreFound() throws SQLException {
        try (PersistenceUnit unit = new PersistenceUnit(TestServers.mariaDb("loose"), 4, "update")) {
            assertThat(collation(unit)).endsWith("_ci");
            JpaStore.open(unit.sessions(), new JpaSettings(1, Duration.ofSeconds(30), false)).close();
        }
    }

    @Test
    void thoseThatTheMigrationsMakeCompareExactly() throws SQLException {
        try (PersistenceUnit unit = new PersistenceUnit(TestServers.mariaDb("exact"), 4, "none")) {
            JpaStore.open(unit.sessions(), new JpaSettings(1, Duration.ofSeconds(30), true)).close();
            assertThat(collation(unit)).isNull();
        }
    }

    @Test
    void otherDatabasesDo() throws SQLException {
        try (PersistenceUnit unit = new PersistenceUnit("jdbc:h2:mem:collation", 4, "update")) {
            assertThat(collation(unit)).isNull();
        }
    }
}
