package dev.cairn.persistence.jpa;

import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.entries;
import static dev.cairn.testkit.SampleInstances.next;
import static dev.cairn.testkit.SampleInstances.running;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.servers.PostgresServer;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoreException;
import io.smallrye.mutiny.Uni;

/** The server goes away and comes back. */
@Tag("servers")
@Tag("failover")
@Tag("any-jdk")
class PostgresFailureTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofSeconds(1);

    @TempDir
    Path directory;

    private PostgresServer server;
    private PersistenceUnit unit;
    private InstanceStore store;

    @BeforeEach
    void open() {
        server = PostgresServer.open(directory);
        unit = new PersistenceUnit(server.jdbcUrl(), 4, "none");
        store = JpaStore.open(unit.sessions(), new JpaSettings(2, TIMEOUT, true));
        assertThat(commit(create(running("a"), "1"))).containsExactly(CommitResult.COMMITTED);
    }

    @AfterEach
    void close() {
        store.close();
        unit.close();
        server.close();
    }

    private List<CommitResult> commit(InstanceWrite write) {
        return store.commit(List.of(write)).await().atMost(PATIENCE);
    }

    private void fails(Uni<?> call) {
        StoreException failure = catchThrowableOfType(StoreException.class, () -> call.await().atMost(PATIENCE));
        assertThat(failure).hasMessageContaining("CAIRN-0551");
        assertThat(failure.permanent()).isFalse();
    }

    /** A pool may have several connections that are broken, each of which fails one call. */
    private void worksAgain(InstanceWrite write) {
        long lastMillis = System.currentTimeMillis() + PATIENCE.toMillis();
        while (System.currentTimeMillis() < lastMillis) {
            try {
                store.row("a").await().atMost(PATIENCE);
                assertThat(commit(write)).containsExactly(CommitResult.COMMITTED);
                return;
            } catch (StoreException e) {
                assertThat(e.permanent()).isFalse();
            }
        }
        throw new AssertionError("The store does not work again");
    }

    @Test
    void aServerThatDiedIsNoEndOfTheStore() {
        server.kill();
        fails(store.commit(List.of(next(running("a"), 1, 1, "2"))));
        fails(store.load("a"));
        fails(store.claimOrphans("node-b~1", 10));

        server.start();

        worksAgain(next(running("a"), 1, 1, "2"));
        assertThat(entries(store.load("a").await().atMost(PATIENCE).orElseThrow())).containsExactly("1", "2");
    }

    @Test
    void aServerThatKeepsSilentIsNotWaitedForForEver() {
        InstanceStore impatient = Uni.createFrom()
                .item(() -> JpaStore.open(unit.sessions(), new JpaSettings(2, SHORT, false)))
                .onFailure(StoreException.class).retry().atMost(100).await().atMost(PATIENCE);
        server.pause();
        fails(impatient.commit(List.of(next(running("a"), 1, 1, "2"))));
        fails(impatient.row("a"));

        server.resume();

        assertThat(store.row("a").onFailure(StoreException.class).retry().atMost(100).await().atMost(PATIENCE)).isPresent();
        // A write sent before the pause may have been committed since: then the position is taken, and the engine checks it.
        assertThat(store.commit(List.of(next(running("a"), 1, 1, "2"))).onFailure(StoreException.class).retry().atMost(100)
                .await().atMost(PATIENCE)).containsAnyOf(CommitResult.COMMITTED, CommitResult.FENCED);
        assertThat(entries(store.load("a").await().atMost(PATIENCE).orElseThrow())).containsExactly("1", "2");
        impatient.close();
    }

    @Test
    void aStoreWithoutItsTablesDoesNotOpen() {
        unit.run("DROP TABLE cairn_entry");
        StoreException failure = catchThrowableOfType(StoreException.class,
                () -> JpaStore.open(unit.sessions(), new JpaSettings(2, TIMEOUT, false)));
        assertThat(failure).hasMessageContaining("CAIRN-0550").hasMessageContaining("cairn_entry");
        assertThat(failure.permanent()).isTrue();
    }
}
