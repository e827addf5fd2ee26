package dev.cairn.persistence.jpa;

import static dev.cairn.testkit.SampleInstances.A;
import static dev.cairn.testkit.SampleInstances.LONG_MILLIS;
import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.next;
import static dev.cairn.testkit.SampleInstances.running;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.cairn.spi.CommitResult;
import dev.cairn.spi.Node;

/** Nodes say that they are alive. */
class HeartbeatTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final PersistenceUnit unit = new PersistenceUnit("jdbc:h2:mem:heartbeats;LOCK_TIMEOUT=60000", 5, "none");
    private final JpaStore store = JpaStore.open(unit.sessions(), new JpaSettings(1, PATIENCE, true));

    @AfterEach
    void close() {
        store.close();
        unit.close();
    }

    @Test
    void heartbeatsDoNotWaitForCommits() throws SQLException {
        store.commit(List.of(create(running("a"), "1"))).await().atMost(PATIENCE);
        CompletableFuture<List<CommitResult>> commit;
        try (Connection other = unit.dataSource().getConnection(); Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("SELECT * FROM cairn_instance FOR UPDATE");
            commit = store.commit(List.of(next(running("a"), 1, 1, "2"))).subscribeAsCompletionStage();

            store.heartbeat(A, LONG_MILLIS).await().atMost(PATIENCE);

            assertThat(commit).isNotDone();
            other.rollback();
        }
        assertThat(commit.join()).containsExactly(CommitResult.COMMITTED);
    }

    @Test
    void livesThatEndedLongAgoAreForgottenWhateverTheirNames() throws SQLException {
        store.heartbeat(A, LONG_MILLIS).await().atMost(PATIENCE);
        unit.run("UPDATE cairn_node SET alive_until = alive_until - 8 * 86400000 - " + LONG_MILLIS);

        store.heartbeat(new Node("another", "1"), LONG_MILLIS).await().atMost(PATIENCE);

        try (Connection connection = unit.dataSource().getConnection()) {
            assertThat(InstanceResultSetMapper.query(connection, "SELECT name FROM cairn_node", List.of(),
                    result -> result.getString(1)))
                    .containsExactly("another");
        }
    }
}
