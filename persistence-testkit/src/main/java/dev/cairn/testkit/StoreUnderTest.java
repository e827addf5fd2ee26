package dev.cairn.testkit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoredInstance;
import io.smallrye.mutiny.Uni;

/** Helpers for the parts of the contract. */
public interface StoreUnderTest {

    /** More than any answer takes on a machine that is not broken. */
    Duration PATIENCE = Duration.ofMinutes(1);

    /** The store, open, empty when the test began. */
    InstanceStore store();

    /** The same data as another node sees them; of a store that is not shared, the store itself. */
    InstanceStore another();

    /** Closes the store and opens it again over the same data. */
    void reopen();

    /** Ends the test, with the reason, for a store that keeps nothing. */
    default void assumeKeepsState() {
        assumeTrue(store().capabilities().keepsState(), () -> "The store " + store().capabilities().name() + " keeps no state");
    }

    /** Waits for a result. */
    default <T> T await(Uni<T> result) {
        return result.await().atMost(PATIENCE);
    }

    /** Commits writes as one batch. */
    default List<CommitResult> commit(InstanceWrite... writes) {
        return await(store().commit(List.of(writes)));
    }

    /** Commits one write and fails unless it is accepted. */
    default void write(InstanceWrite write) {
        List<CommitResult> results = commit(write);
        if (!results.equals(List.of(CommitResult.COMMITTED))) {
            throw new AssertionError("Expected " + write + " to be committed, not " + results);
        }
    }

    /** Loads an instance that exists. */
    default StoredInstance load(String id) {
        return await(store().load(id)).orElseThrow(() -> new AssertionError("There is no instance " + id));
    }

    /** The row of an instance, if it exists. */
    default Optional<InstanceRow> row(String id) {
        return await(store().row(id));
    }
}
