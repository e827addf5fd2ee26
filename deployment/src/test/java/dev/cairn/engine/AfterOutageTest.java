package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Supplier;

import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnException;
import dev.cairn.engine.option.ClusterOptions;
import dev.cairn.engine.option.EngineOptions;
import dev.cairn.engine.option.InstanceRunOptions;
import dev.cairn.engine.option.MemoryOptions;
import dev.cairn.engine.option.PureWorkOptions;
import dev.cairn.engine.option.RetentionOptions;
import dev.cairn.engine.option.RetentionRules;
import dev.cairn.journal.JournalEncodingOptions;
import dev.cairn.spi.InstanceOperationRefusedException;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.Node;
import dev.cairn.spi.StoreException;
import dev.cairn.testkit.ForwardingStore;
import io.smallrye.mutiny.Uni;

/** Nothing stays down when the store is back. */
class AfterOutageTest {

    private static final String LONG_WAIT = "do: [{pause: {wait: {minutes: 10}}}, {only: {call: ask, with: {question: 1}}}]";
    private static final long WAIT_MILLIS = 600_000;
    private static final long HOUR_MILLIS = 3_600_000;
    private static final long SELDOM_MILLIS = 10_000;

    private final EngineFixture fixture = new EngineFixture().workflow(LONG_WAIT);
    private Away store;

    private void start() {
        store = new Away(fixture.store.open());
        fixture.start(store);
    }

    private static StoreException passing() {
        return new StoreException("away", false, null);
    }

    private static StoreException permanent() {
        return new StoreException("another server", true, null);
    }

    @Test
    void retentionIsTriedAgainSoonHoweverLongItsIntervalIs() {
        removeOnceAnHour();
        store.fail("removeEnded", passing());
        fixture.advance(HOUR_MILLIS);
        assertThat(fixture.engine.trouble()).contains("retention");
        store.recover();
        fixture.advance(1_000);
        assertThat(fixture.engine.trouble()).isEmpty();
    }

    @Test
    void aStoreThatThrowsDoesNotEndRetention() {
        removeOnceAnHour();
        store.fail("removeEnded", passing());
        store.throwsIt = true;
        fixture.advance(HOUR_MILLIS);
        assertThat(fixture.engine.trouble()).contains("retention");
        store.recover();
        fixture.advance(1_000);
        assertThat(fixture.engine.trouble()).isEmpty();
    }

    @Test
    void retentionGoesOnAfterAFailureThatWasCalledPermanent() {
        removeOnceAnHour();
        store.fail("removeEnded", permanent());
        fixture.advance(HOUR_MILLIS);
        store.recover();
        fixture.advance(SELDOM_MILLIS);
        assertThat(fixture.engine.trouble()).isEmpty();
    }

    private void removeOnceAnHour() {
        fixture.options = new EngineOptions(new ClusterOptions(new Node("node", "1"), 10_000),
                MemoryOptions.shared(10_000, 100, 1 << 20), PureWorkOptions.slices(20_000, 50_000_000),
                new RetentionOptions(HOUR_MILLIS, HOUR_MILLIS, RetentionRules.NONE), JournalEncodingOptions.DEFAULTS,
                InstanceRunOptions.stopping(200));
        start();
    }

    @Test
    void timersAreClaimedAfterAFailureThatWasCalledPermanent() {
        start();
        fixture.begin("{}");
        store.fail("claim", permanent());
        fixture.advance(WAIT_MILLIS);
        assertThat(fixture.engine.trouble()).contains("claims");
        store.recover();
        fixture.advance(SELDOM_MILLIS);
        assertThat(fixture.engine.trouble()).isEmpty();
        assertThat(fixture.calls).hasSize(1);
    }

    @Test
    void anInstanceThatTheStoreRefusesToLoadAfterwardsSaysThatItIsWell() {
        start();
        String id = fixture.begin("{}").instanceId();
        store.fail("loadAll", passing());
        fixture.advance(WAIT_MILLIS);
        assertThat(fixture.engine.trouble()).contains("loads");
        store.fail("loadAll", new InstanceOperationRefusedException("damaged", null));
        fixture.advance(1_000);
        assertThat(fixture.engine.trouble()).isEmpty();
        fixture.outcome(id).assertFailedWith(CairnException.class, "damaged");
    }

    /** Fails at one of its methods until it is told otherwise. */
    private static final class Away extends ForwardingStore {
        private String method;
        private StoreException failure;
        private boolean throwsIt;

        Away(InstanceStore real) {
            super(real);
        }

        void fail(String failing, StoreException with) {
            method = failing;
            failure = with;
        }

        void recover() {
            method = null;
        }

        @Override
        protected <T> Uni<T> call(String name, Supplier<Uni<T>> forward) {
            if (!name.equals(method)) {
                return forward.get();
            }
            if (throwsIt) {
                throw failure;
            }
            return Uni.createFrom().failure(failure);
        }
    }
}
