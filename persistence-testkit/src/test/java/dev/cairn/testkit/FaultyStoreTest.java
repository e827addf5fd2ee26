package dev.cairn.testkit;

import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.running;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import dev.cairn.spi.CommitResult;
import dev.cairn.spi.StoreException;
import dev.cairn.testkit.StoreFault.Moment;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

class FaultyStoreTest {

    private final MemoryStore memory = new MemoryStore();

    private UniAssertSubscriber<List<CommitResult>> commit(FaultyStore store, String id) {
        return store.commit(List.of(create(running(id), "1"))).subscribe().withSubscriber(UniAssertSubscriber.create());
    }

    @Test
    void itCountsCalls() {
        FaultyStore store = new FaultyStore(memory.open(), StoreFault.NONE);

        commit(store, "a").assertCompleted();
        store.row("a").subscribe().withSubscriber(UniAssertSubscriber.create()).assertCompleted();

        assertThat(store.calls()).containsExactly("commit", "row");
        assertThat(store.crashed()).isFalse();
    }

    @Test
    void aCallThatFailsBeforehandIsNotMade() {
        FaultyStore store = new FaultyStore(memory.open(), StoreFault.failure(2, Moment.BEFORE));

        commit(store, "a").assertCompleted();
        commit(store, "b").assertFailedWith(StoreException.class, "call 2");
        commit(store, "c").assertCompleted();

        assertThat(memory.all()).extracting(kept -> kept.row().id()).containsExactly("a", "c");
    }

    @Test
    void aCallThatFailsAfterwardsIsMade() {
        FaultyStore store = new FaultyStore(memory.open(), StoreFault.failure(1, Moment.AFTER));

        commit(store, "a").assertFailedWith(StoreException.class, "call 1");

        assertThat(memory.all()).extracting(kept -> kept.row().id()).containsExactly("a");
    }

    @Test
    void whoIsDeadIsNeitherAnsweredNorHeard() {
        FaultyStore before = new FaultyStore(memory.open(), StoreFault.crash(1, Moment.BEFORE));
        commit(before, "a").assertNotTerminated();
        commit(before, "b").assertNotTerminated();
        assertThat(before.crashed()).isTrue();
        assertThat(memory.all()).isEmpty();

        FaultyStore after = new FaultyStore(memory.open(), StoreFault.crash(1, Moment.AFTER));
        commit(after, "a").assertNotTerminated();
        commit(after, "b").assertNotTerminated();
        assertThat(after.crashed()).isTrue();
        assertThat(memory.all()).extracting(kept -> kept.row().id()).containsExactly("a");
    }
}
