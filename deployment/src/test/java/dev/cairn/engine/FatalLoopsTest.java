package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.AbstractList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.cairn.engine.audit.FatalFailureSignal;
import dev.cairn.engine.node.LeaseKeeper;
import dev.cairn.engine.node.StoreHealth;
import dev.cairn.engine.option.ClusterOptions;
import dev.cairn.spi.DueTimer;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.Node;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.testkit.ManualTime;
import dev.cairn.testkit.MemoryStore;
import dev.cairn.time.EstimatedServerClock;
import dev.cairn.time.TimerService;
import io.smallrye.mutiny.Uni;

/** Loops that all instances need go on after an error, or say that they have ended. */
class FatalLoopsTest {

    private static final String LONG_WAIT = """
            do:
              - wait: {wait: {minutes: 10}}
              - done: {set: {done: 1}}
            """;

    private final EngineFixture fixture = new EngineFixture();
    private final Error failure = new OutOfMemoryError("planted");
    private boolean planted;

    private final TimerService timers = (delayMillis, action) -> {
        if (planted) {
            throw failure;
        }
        return fixture.time.after(delayMillis, action);
    };

    @Test
    void aLoopThatCannotGoOnIsFatal() {
        fixture.seenTimers = timers;
        fixture.workflow(LONG_WAIT).start();
        assertThat(fixture.engine.fatality()).isEmpty();
        planted = true;

        assertThatThrownBy(() -> fixture.advance(60_000)).isSameAs(failure);

        assertThat(fixture.engine.fatality()).hasValue("timers");
    }

    @Test
    void theHeartbeatThatCannotGoOnIsFatal() {
        ManualTime time = fixture.time;
        FatalFailureSignal fatalFailures = new FatalFailureSignal();
        new LeaseKeeper(new ClusterOptions(new Node("a", "1"), 10_000), MemoryStore.shared(time).open(),
                new EstimatedServerClock(time),
                fatalFailures.watching("heartbeat", timers), new StoreHealth(time, true)).begin();
        planted = true;

        assertThatThrownBy(() -> time.advance(10_000)).isSameAs(failure);

        assertThat(fatalFailures.failure()).hasValue("heartbeat");
    }

    /** The page of timers was read, and the memory did not suffice for what it leads to. */
    @Test
    void timersGoOnAfterAPageThatFailed() {
        fixture.workflow(LONG_WAIT);
        fixture.session = fixture.store.open();
        fixture.start(new UnreadablePages(fixture.session));
        String id = fixture.begin("{}").instanceId();
        fixture.start(new UnreadablePages(fixture.session));
        planted = true;
        fixture.advance(300_000);
        planted = false;

        fixture.advance(300_001);

        assertThat(fixture.output(id)).isEqualTo("{\"done\":1}");
        assertThat(fixture.engine.fatality()).isEmpty();
    }

    private final class UnreadablePages extends ForwardingStore {

        UnreadablePages(InstanceStore real) {
            super(real);
        }

        @Override
        public Uni<List<DueTimer>> dueTimers(long untilMillis, DueTimer after, int limit) {
            return !planted ? super.dueTimers(untilMillis, after, limit) : Uni.createFrom().item(new AbstractList<>() {
                @Override
                public DueTimer get(int index) {
                    throw failure;
                }

                @Override
                public int size() {
                    throw failure;
                }
            });
        }
    }
}
