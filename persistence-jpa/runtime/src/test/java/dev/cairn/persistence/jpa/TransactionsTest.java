package dev.cairn.persistence.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

class TransactionsTest {

    /** The application uses the same connection for statements of its own, which may take longer. */
    @Test
    void theTimeoutOfTheStoreEndsWithItsWorkHoweverThatEnds() throws SQLException {
        try (PersistenceUnit unit = new PersistenceUnit(TestServers.postgres("transactions"), 1, "none")) {
            Transactions transactions = new Transactions(unit.sessions(), Duration.ofSeconds(1));
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
            Transactions transactions = new Transactions(unit.sessions(), Duration.ofSeconds(1));
            assertThat(attempts(transactions, "08006")).as("the connection broke").isEqualTo(1);
            assertThat(attempts(transactions, "08000")).isEqualTo(1);
            assertThat(attempts(transactions, "22023")).as("a parameter could not be read").isGreaterThan(1);
        }
    }

    private static int attempts(Transactions transactions, String state) {
        AtomicInteger attempts = new AtomicInteger();
        assertThatThrownBy(() -> transactions.single("work", connection -> {
            attempts.incrementAndGet();
            throw new SQLException("at its end", state, new EOFException());
        })).hasMessageContaining("at its end");
        return attempts.get();
    }
}
