package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.node.NullNode;

import dev.cairn.engine.port.EngineThreads;
import dev.cairn.engine.port.EventLoopExecutor;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.StoreCapabilities;
import dev.cairn.testkit.ForwardingStore;
import io.smallrye.mutiny.Uni;

/** Schedules of definitions with a store that keeps nothing. */
class MemoryScheduleTest {

    private final EngineFixture fixture = new EngineFixture();
    private final List<Double> calls = new ArrayList<>();

    private void start(String rule, String overlap, int seconds) {
        fixture.functions.put("ping", call -> {
            calls.add((fixture.time.millis() - EngineFixture.NOON) / 1_000.0);
            return Uni.createFrom().item(NullNode.getInstance());
        });
        fixture.workflow("""
                document:
                  dsl: 1.0.3
                  namespace: test
                  name: case
                  version: 1.0.0
                  metadata: {cairn: {schedule: {overlap: OVERLAP}}}
                schedule: {RULE}
                do:
                  - first: {call: ping}
                  - last: {wait: {seconds: SECONDS}}
                """.replace("OVERLAP", overlap).replace("RULE", rule).replace("SECONDS", String.valueOf(seconds)));
        fixture.start(new KeepsNothing(fixture.store.open()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            every: PT1M | allow        | 150 | 60 120 180 240 300 360 420 480
            every: PT1M | skip         | 150 | 60 240 420
            every: PT1M | buffer-one   | 150 | 60 210 360
            every: PT1M | buffer-all   | 150 | 60 210 360
            every: PT1M | cancel-other | 150 | 60 120 180 240 300 360 420 480
            after: PT1M | allow        | 100 | 0 160 320 480
            """)
    void theyRunByTimers(String rule, String overlap, int seconds, String starts) {
        start(rule, overlap, seconds);
        fixture.advance(480_000);
        assertThat(calls).isEqualTo(Arrays.stream(starts.split(" ")).map(Double::valueOf).toList());
        assertThat(fixture.store.all()).isEmpty();
    }

    @Test
    void cancelOtherEndsTheInstanceBefore() {
        start("every: PT1M", "cancel-other", 1_000);
        fixture.advance(310_000);
        assertThat(fixture.engine.condition().load().instances()).isEqualTo(1);
    }

    @Test
    void theClockMayBeSetForwardAndBack() {
        start("every: PT1M", "allow", 1);
        fixture.advance(65_000);
        fixture.time.setClock(EngineFixture.NOON + 305_000);
        fixture.advance(2_000);
        fixture.time.setClock(EngineFixture.NOON + 100_000);
        fixture.advance(265_000);
        assertThat(calls).hasSize(3).endsWith(360.0);
    }

    private static final class KeepsNothing extends ForwardingStore {

        KeepsNothing(InstanceStore real) {
            super(real);
        }

        @Override
        public StoreCapabilities capabilities() {
            return new StoreCapabilities("none", false, false, 1, 1_000);
        }

        @Override
        protected <T> Uni<T> call(String name, Supplier<Uni<T>> forward) {
            throw new AssertionError("Nothing is asked of the store: " + name);
        }
    }

    /** A look may begin while the call that tells of the end is still under way. */
    @Test
    void theLookAfterAnEndFindsNoInstanceThatRuns() {
        fixture.seenThreads = new EngineThreads() {
            @Override
            public EventLoopExecutor eventLoop() {
                return fixture.threads.eventLoop();
            }

            @Override
            public void worker(Runnable action) {
                action.run();
            }
        };
        start("every: PT1M", "buffer-one", 150);
        fixture.advance(480_000);
        assertThat(calls).containsExactly(60.0, 210.0, 360.0);
    }
}
