package dev.cairn.persistence.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("servers")
@Tag("jpa")
class StoreTransactionsTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** The application uses the same connection for statements of its own, which may take longer. */
    @Test
    void theTimeoutOfTheStoreEndsWithItsWorkHoweverThatEnds() throws SQLException {
        try (PersistenceUnit unit = new PersistenceUnit(TestServers.postgres("transactions"), 1, "none")) {
            StoreTransactions transactions = new StoreTransactions(unit.sessions(), Duration.ofSeconds(1));
            assertThatThrownBy(() -> transactions.single("work", connection -> {
                throw new IllegalArgumentException("a mistake");
            })).hasMessage("a mistake");
            assertThatThrownBy(() -> transactions.write("work", connection -> {
                throw new IllegalArgumentException("a mistake");
            })).hasMessage("a mistake");
            try (Connection connection = unit.dataSource().getConnection()) {
                assertThat(connection.getNetworkTimeout()).isZero();
            }
        }
    }

    /** It may have been done when the connection broke: done again it would meet what it wrote itself. */
    @Test
    void onlyWhatWasNotDoneIsDoneAgain() {
        try (PersistenceUnit unit = new PersistenceUnit(TestServers.postgres("transactions_again"), 1, "none")) {
            StoreTransactions transactions = new StoreTransactions(unit.sessions(), Duration.ofSeconds(1));
            assertThat(attempts(transactions, "08006")).as("the connection broke").isEqualTo(1);
            assertThat(attempts(transactions, "08000")).isEqualTo(1);
            assertThat(attempts(transactions, "22023")).as("a parameter could not be read").isGreaterThan(1);
        }
    }

    @Test
    void aPoolWithoutAConnectionIsAskedOnceMore() throws SQLException {
        try (PersistenceUnit unit = new PersistenceUnit(TestServers.postgres("transactions_pool"), 1, "none",
                Duration.ofSeconds(1))) {
            StoreTransactions transactions = new StoreTransactions(unit.sessions(), PATIENCE);
            Connection held = unit.dataSource().getConnection();
            AtomicInteger done = new AtomicInteger();
            assertThatThrownBy(() -> transactions.single("work", connection -> done.incrementAndGet()))
                    .hasMessageContaining("CAIRN-0551");
            // In the midst of the second time.
            CompletableFuture<Void> free = CompletableFuture.runAsync(() -> close(held),
                    CompletableFuture.delayedExecutor(1_500, TimeUnit.MILLISECONDS));
            transactions.single("work", connection -> done.incrementAndGet());
            free.join();
            assertThat(done).hasValue(1);
        }
    }

    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** Many a driver commits what is under way when its connection is made ready for the next one. */
    @ParameterizedTest
    @EnumSource(value = DatabaseDialect.class, names = "OTHER", mode = EnumSource.Mode.EXCLUDE)
    void whatAnErrorInterruptedIsUndone(DatabaseDialect database) throws SQLException {
        try (PersistenceUnit unit = new PersistenceUnit(url(database, "undone"), 1, "none")) {
            unit.run("CREATE TABLE undone (id INT)");
            StoreTransactions transactions = new StoreTransactions(unit.sessions(), PATIENCE);
            assertThatThrownBy(() -> transactions.write("work", connection -> {
                InstanceResultSetMapper.update(connection, "INSERT INTO undone VALUES (1)", List.of());
                throw new OutOfMemoryError("planted");
            })).hasMessage("planted");
            assertSound(unit, database);
            List<Long> counts = transactions.write("a count",
                    connection -> InstanceResultSetMapper.query(connection, "SELECT COUNT(*) FROM undone", List.of(),
                            result -> result.getLong(1)));
            assertThat(counts).containsExactly(0L);
        }
    }

    /** After this transaction's work the session cannot be given its settings again. */
    @Test
    void aConnectionThatCannotBeMadeAsItWasIsGivenUp() throws SQLException {
        try (PersistenceUnit unit = new PersistenceUnit(url(DatabaseDialect.MARIADB, "given_up"), 1, "none")) {
            StoreTransactions transactions = new StoreTransactions(unit.sessions(), PATIENCE);
            assertThatThrownBy(() -> transactions.write("work",
                    connection -> InstanceResultSetMapper.update(connection, "SET @cairn_idle_transaction_timeout = 'none'",
                            List.of())))
                    .hasMessageContaining("CAIRN-0551");
            assertSound(unit, DatabaseDialect.MARIADB);
        }
    }

    private static String url(DatabaseDialect database, String name) {
        return switch (database) {
            case POSTGRESQL -> TestServers.postgres(name);
            case MARIADB -> TestServers.mariaDb(name);
            default -> "jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1";
        };
    }

    private static void assertSound(PersistenceUnit unit, DatabaseDialect database) throws SQLException {
        try (Connection connection = unit.dataSource().getConnection()) {
            assertThat(connection.getAutoCommit()).isTrue();
            assertThat(connection.getNetworkTimeout()).isZero();
            if (database == DatabaseDialect.MARIADB) {
                assertThat(InstanceResultSetMapper.query(connection, "SELECT @@SESSION.idle_transaction_timeout", List.of(),
                        result -> result.getLong(1))).containsExactly(0L);
            }
        }
    }

    private static int attempts(StoreTransactions transactions, String state) {
        AtomicInteger attempts = new AtomicInteger();
        assertThatThrownBy(() -> transactions.single("work", connection -> {
            attempts.incrementAndGet();
            throw new SQLException("at its end", state, new EOFException());
        })).hasMessageContaining("at its end");
        return attempts.get();
    }
}
