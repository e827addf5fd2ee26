package dev.cairn.persistence.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

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
}
