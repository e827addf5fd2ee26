package dev.cairn.runtime.metrics;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.interceptor.Interceptor;

import dev.cairn.api.CairnClient;
import dev.cairn.api.InstanceCount;
import dev.cairn.driver.Engine;
import dev.cairn.program.Program;
import dev.cairn.spi.InstanceStore;
import dev.cairn.time.TimeSource;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;

/**
 * Gauges of the instances that the store has, wherever they are. A scrape gives what the store told last and has it asked again, if
 * that is some seconds ago: no scrape waits for the store. Only for a store that keeps counts.
 */
@Singleton
public class StoredGauges {

    private static final long FRESH_MILLIS = 10_000;
    /** Older counts are not shown: the store does not answer. */
    private static final long BELIEVED_MILLIS = 60_000;
    private static final List<String> STATUSES = List.of("pending", "running", "waiting", "suspended",
            StatusKey.PARKED);

    private final MeterRegistry registry;
    private final CairnClient client;
    private final TimeSource time;
    private final AtomicBoolean asking = new AtomicBoolean();
    /** Null until the first answer of the store. */
    private volatile StoredCounts latest;

    StoredGauges(MeterRegistry registry, CairnClient client, TimeSource time) {
        this.registry = registry;
        this.client = client;
        this.time = time;
    }

    /** Behind the start of the engine. */
    void register(@Observes @Priority(Interceptor.Priority.LIBRARY_BEFORE + 1) StartupEvent event, Engine engine,
            InstanceStore store) {
        if (store.capabilities().keepsCounts()) {
            engine.programs().all().forEach(installed -> STATUSES.forEach(status -> register(installed.program(), status)));
            ask();
        }
    }

    private void register(Program program, String status) {
        StatusKey key = new StatusKey(program.workflow(), program.version(), status);
        Gauge.builder(MeterNames.STORED, this, of -> of.count(key)).description("Instances in the store that have not ended")
                .tags(key.tags()).register(registry);
    }

    private double count(StatusKey key) {
        StoredCounts last = latest;
        long ageMillis = last == null ? Long.MAX_VALUE : time.elapsedMillis() - last.atMillis;
        if (ageMillis > FRESH_MILLIS) {
            ask();
        }
        return ageMillis > BELIEVED_MILLIS ? Double.NaN : last.counts.getOrDefault(key, 0L);
    }

    private void ask() {
        if (asking.compareAndSet(false, true)) {
            // A failure needs no more here: the meter of the operation counts it, and the gauges become NaN.
            client.counts().onTermination().invoke(() -> asking.set(false)).subscribe().with(this::take, failure -> {});
        }
    }

    private void take(List<InstanceCount> counts) {
        Map<StatusKey, Long> byKey = new HashMap<>();
        for (InstanceCount count : counts) {
            byKey.merge(StatusKey.of(count.workflow(), count.version(), count.status(), count.parked()), count.instances(),
                    Long::sum);
        }
        latest = new StoredCounts(byKey, time.elapsedMillis());
    }

    private record StoredCounts(Map<StatusKey, Long> counts, long atMillis) {}
}
