package dev.cairn.quarkus.metrics;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import dev.cairn.engine.observer.ObserverFailureGuard;
import dev.cairn.time.TimeSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.smallrye.mutiny.Uni;

/** Times the operations of the store. */
final class StoreMeters {

    private final MeterRegistry registry;
    private final TimeSource time;

    StoreMeters(MeterRegistry registry, TimeSource time) {
        this.registry = registry;
        this.time = time;
    }

    /** The meters of one operation. */
    OperationMeter operation(String name) {
        return new OperationMeter(timer(name, false), timer(name, true));
    }

    private Timer timer(String operation, boolean failed) {
        return Timer.builder(MeterNames.STORE).description("What the engine asks of the store").tag("operation", operation)
                .tags(Tags.of(MeterNames.failed(failed))).serviceLevelObjectives(MeterNames.STORE_BUCKETS).register(registry);
    }

    /** Times one operation, from the call to its answer. */
    final class OperationMeter {
        private final Timer completed;
        private final Timer failed;

        private OperationMeter(Timer completed, Timer failed) {
            this.completed = completed;
            this.failed = failed;
        }

        <T> Uni<T> time(Supplier<Uni<T>> work) {
            long sinceNanos = time.elapsedNanos();
            Uni<T> answer;
            try {
                answer = work.get();
            } catch (RuntimeException | Error refused) {
                record(failed, sinceNanos);
                throw refused;
            }
            return answer.onItemOrFailure()
                    .invoke((item, failure) -> record(failure == null ? completed : failed, sinceNanos));
        }

        /** Never throws: a failing registry must not turn a commit that succeeded into a failed one. */
        private void record(Timer timer, long sinceNanos) {
            ObserverFailureGuard.tell("store", () -> timer.record(time.elapsedNanos() - sinceNanos, TimeUnit.NANOSECONDS));
        }
    }
}
