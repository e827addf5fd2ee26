package dev.cairn.quarkus.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import dev.cairn.time.TimeSource;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.core.instrument.distribution.pause.PauseDetector;
import io.micrometer.core.instrument.noop.NoopTimer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;

class StoreMetersTest {

    @Test
    void whatTheStoreHasDoneIsDoneAlthoughItsMeterThrows() {
        StoreMeters meters = new StoreMeters(new ThrowingRegistry(), TimeSource.system());
        Uni<String> committed = meters.operation("commit").time(() -> Uni.createFrom().item("committed"));
        assertThat(committed.await().indefinitely()).isEqualTo("committed");
    }

    private static final class ThrowingRegistry extends SimpleMeterRegistry {

        @Override
        protected Timer newTimer(Meter.Id id, DistributionStatisticConfig statistics, PauseDetector pauses) {
            return new NoopTimer(id) {
                @Override
                public void record(long amount, TimeUnit unit) {
                    throw new IllegalStateException("the registry throws");
                }
            };
        }
    }
}
