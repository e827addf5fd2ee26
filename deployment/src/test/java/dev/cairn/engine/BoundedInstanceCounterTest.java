package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.api.CairnException;
import dev.cairn.api.InstanceCount;
import dev.cairn.api.InstanceStatus;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoreCapabilities;
import dev.cairn.spi.StoreException;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.testkit.SampleInstances;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** The engine counts the instances of a store that keeps no counts. */
class BoundedInstanceCounterTest {

    private final EngineFixture fixture = new EngineFixture().workflow("do: [{ask: {call: ping}}]");
    private final Countless store = new Countless(fixture.store.open());

    private List<InstanceCount> counts() {
        return new EngineClient(fixture.engine, new ObjectMapper()).counts().await().indefinitely();
    }

    private void ended(int instances) {
        List<InstanceWrite> writes = new ArrayList<>();
        for (int i = 0; i < instances; i++) {
            writes.add(SampleInstances
                    .create(SampleInstances.created("i-" + i, "test:case", InstanceStatus.COMPLETED, 1_000 + i), "1"));
        }
        store.commit(writes).await().indefinitely();
    }

    @Test
    void instancesAreCountedUpToABound() {
        fixture.start(store);
        fixture.begin("{}");
        fixture.begin("{}");
        ended(1_000);
        assertThat(counts()).containsExactlyInAnyOrder(
                new InstanceCount("test:case", "1.0.0", InstanceStatus.RUNNING, false, 2, true),
                new InstanceCount("test:case", "1.0.0", InstanceStatus.COMPLETED, false, 1_000, true));
    }

    @Test
    void beyondTheBoundNumbersSayThatThereAreMore() {
        fixture.start(store);
        fixture.begin("{}");
        ended(1_001);
        assertThat(counts()).containsExactlyInAnyOrder(
                new InstanceCount("test:case", "1.0.0", InstanceStatus.RUNNING, false, 1, true),
                new InstanceCount("test:case", "1.0.0", InstanceStatus.COMPLETED, false, 1_000, false));
    }

    /** The store still counts rows that nodes of a version without counts have written. */
    @Test
    void aStoreThatDoesNotKnowAllNumbersYetIsSearched() {
        store.keepsCounts = true;
        fixture.start(store);
        fixture.begin("{}");
        assertThat(counts()).containsExactly(
                new InstanceCount("test:case", "1.0.0", InstanceStatus.RUNNING, false, 1, true));
        assertThat(store.searches).isPositive();
    }

    @Test
    void whoAsksOftenIsNotCountedForEachTime() {
        fixture.start(store);
        fixture.begin("{}");
        counts();
        int searches = store.searches;
        fixture.begin("{}");
        assertThat(counts()).extracting(InstanceCount::instances).containsExactly(1L);
        assertThat(store.searches).isEqualTo(searches);
        fixture.advance(5_000);
        assertThat(counts()).extracting(InstanceCount::instances).containsExactly(2L);
    }

    @Test
    void aSlowCountIsNotStartedAgainWhileItRuns() {
        fixture.start(store);
        fixture.begin("{}");
        store.delay = new CompletableFuture<>();
        EngineClient client = new EngineClient(fixture.engine, new ObjectMapper());
        UniAssertSubscriber<List<InstanceCount>> first = client.counts().subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        int searches = store.searches;
        fixture.advance(6_000);
        UniAssertSubscriber<List<InstanceCount>> second = client.counts().subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        assertThat(store.searches).isEqualTo(searches);
        store.delay.complete(null);
        first.awaitItem();
        second.awaitItem();
        searches = store.searches;
        // The answer stays fresh from the end of the count, not from its start.
        fixture.advance(4_000);
        counts();
        assertThat(store.searches).isEqualTo(searches);
    }

    @Test
    void aFailureIsToldOnce() {
        fixture.start(store);
        fixture.begin("{}");
        store.down = true;
        assertThatThrownBy(this::counts).isInstanceOf(CairnException.class);
        store.down = false;
        assertThat(counts()).hasSize(1);
    }

    private static final class Countless extends ForwardingStore {
        private boolean down;
        private boolean keepsCounts;
        private int searches;
        private CompletableFuture<Void> delay = CompletableFuture.completedFuture(null);

        Countless(InstanceStore real) {
            super(real);
        }

        @Override
        public StoreCapabilities capabilities() {
            StoreCapabilities real = super.capabilities();
            return new StoreCapabilities(real.name(), true, real.shared(), 1, real.maxBatchEntries(), keepsCounts);
        }

        @Override
        public Uni<Optional<List<InstanceCount>>> counts() {
            return Uni.createFrom().item(Optional.empty());
        }

        @Override
        public Uni<InstancePage> find(InstanceQuery query) {
            searches++;
            return down ? Uni.createFrom().failure(new StoreException("down", false, null))
                    : Uni.createFrom().completionStage(delay).chain(() -> super.find(query));
        }
    }
}
