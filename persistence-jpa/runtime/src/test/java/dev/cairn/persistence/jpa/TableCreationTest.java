package dev.cairn.persistence.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tables that the store makes when it is opened. */
@Tag("servers")
@Tag("jpa")
@Tag("any-jdk")
class TableCreationTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int NODES = 4;
    private static final int ROUNDS = 10;

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
        whatIsMissingIsMade(TestServers.postgres("missing"), DatabaseDialect.POSTGRESQL);
        whatIsMissingIsMade("jdbc:h2:mem:missing;DB_CLOSE_DELAY=-1", DatabaseDialect.H2);
    }

    @Test
    void whatIsMissingIsMadeOnMariaDb() throws SQLException {
        whatIsMissingIsMade(TestServers.mariaDb("missing"), DatabaseDialect.MARIADB);
    }

    /** Not on H2, which fails when one session reads what tables there are while another one makes some. */
    @Test
    void nodesThatStartTogetherMakeThemOnce() {
        nodesThatStartTogetherMakeThemOnce(TestServers.postgres("together"));
    }

    @Test
    void nodesThatStartTogetherMakeThemOnceOnMariaDb() {
        nodesThatStartTogetherMakeThemOnce(TestServers.mariaDb("together"));
    }

    private static void nodesThatStartTogetherMakeThemOnce(String url) {
        ExecutorService nodes = Executors.newFixedThreadPool(NODES);
        try (PersistenceUnit unit = new PersistenceUnit(url, NODES, "none")) {
            for (int round = 0; round < ROUNDS; round++) {
                CyclicBarrier start = new CyclicBarrier(NODES);
                Stream.generate(() -> CompletableFuture.runAsync(() -> openAt(start, unit), nodes)).limit(NODES).toList()
                        .forEach(CompletableFuture::join);
                unit.dropTables();
            }
        } finally {
            nodes.shutdown();
        }
    }

    private static void openAt(CyclicBarrier start, PersistenceUnit unit) {
        try {
            start.await(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
        open(unit);
    }

    private static void whatIsMissingIsMade(String url, DatabaseDialect database) throws SQLException {
        try (PersistenceUnit unit = new PersistenceUnit(url, 4, "none")) {
            open(unit);
            unit.run("DROP TABLE cairn_node_message", "DROP TABLE cairn_entry");
            open(unit);
            try (Connection connection = unit.dataSource().getConnection()) {
                assertThat(database.tablesAndIndexes(connection)).contains("cairn_instance", "cairn_instance_owner",
                        "cairn_entry", "cairn_node_message", "cairn_node_message_node");
            }
            unit.run(database == DatabaseDialect.MARIADB ? "DROP INDEX cairn_instance_wake ON cairn_instance"
                    : "DROP INDEX cairn_instance_wake");
            open(unit);
            try (Connection connection = unit.dataSource().getConnection()) {
                assertThat(database.tablesAndIndexes(connection)).contains("cairn_instance_wake");
            }
        }
    }
}
