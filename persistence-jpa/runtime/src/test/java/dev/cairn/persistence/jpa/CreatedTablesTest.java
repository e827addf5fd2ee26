package dev.cairn.persistence.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

import org.junit.jupiter.api.Test;

/** Tables that the store makes when it is opened. */
class CreatedTablesTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private static void open(PersistenceUnit unit) {
        JpaStore.open(unit.sessions(), new JpaSettings(2, TIMEOUT, true)).close();
    }

    /** An application that starts beside others must not wait for them, nor they for it. */
    @Test
    void theStoreOpensWhileOthersWriteToItsTables() throws SQLException {
        try (PersistenceUnit unit = new PersistenceUnit(TestServers.postgres("created"), 4, "none")) {
            open(unit);
            try (Connection writer = unit.dataSource().getConnection(); Statement statement = writer.createStatement()) {
                writer.setAutoCommit(false);
                statement.execute("LOCK TABLE cairn_instance, cairn_entry, cairn_node_message IN ROW EXCLUSIVE MODE");
                open(unit);
                writer.rollback();
            }
        }
    }

    @Test
    void whatIsMissingIsMade() throws SQLException {
        whatIsMissingIsMade(TestServers.postgres("missing"), Database.POSTGRESQL);
        whatIsMissingIsMade("jdbc:h2:mem:missing;DB_CLOSE_DELAY=-1", Database.H2);
    }

    @Test
    void whatIsMissingIsMadeOnMariaDb() throws SQLException {
        whatIsMissingIsMade(TestServers.mariaDb("missing"), Database.MARIADB);
    }

    private static void whatIsMissingIsMade(String url, Database database) throws SQLException {
        try (PersistenceUnit unit = new PersistenceUnit(url, 4, "none")) {
            open(unit);
            unit.run("DROP TABLE cairn_node_message", "DROP TABLE cairn_entry");
            open(unit);
            try (Connection connection = unit.dataSource().getConnection()) {
                assertThat(database.tablesAndIndexes(connection)).contains("cairn_instance", "cairn_instance_owner",
                        "cairn_entry", "cairn_node_message", "cairn_node_message_node");
            }
            unit.run(database == Database.MARIADB ? "DROP INDEX cairn_instance_wake ON cairn_instance"
                    : "DROP INDEX cairn_instance_wake");
            open(unit);
            try (Connection connection = unit.dataSource().getConnection()) {
                assertThat(database.tablesAndIndexes(connection)).contains("cairn_instance_wake");
            }
        }
    }
}
