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
    /** What is older than this is not shown any more: the store does not answer. */
    private static final long BELIEVED_MILLIS = 60_000;
    private static final String PARKED = "parked";
    private static final List<String> STATUSES = List.of("pending", "running", "waiting", "suspended", PARKED);

    private final MeterRegistry registry;
    private final CairnClient client;
    private final TimeSource time;
    private final AtomicBoolean asking = new AtomicBoolean();
    /** Null until the store has told. */
    private volatile Told told;

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
        Key key = new Key(program.workflow(), program.version(), status);
        Gauge.builder(MeterNames.STORED, this, of -> of.count(key)).description("Instances in the store that have not ended")
                .tags(MeterNames.ofProgram(program.workflow(), program.version())).tag("status", status).register(registry);
    }

    private double count(Key key) {
        Told last = told;
        long ageMillis = last == null ? Long.MAX_VALUE : time.elapsedMillis() - last.atMillis;
        if (ageMillis > FRESH_MILLIS) {
            ask();
        }
        return ageMillis > BELIEVED_MILLIS ? Double.NaN : last.counts.getOrDefault(key, 0L);
    }

    private void ask() {
        if (asking.compareAndSet(false, true)) {
            client.counts().onTermination().invoke(() -> asking.set(false)).subscribe().with(this::take, failure -> {});
        }
    }

    private void take(List<InstanceCount> counts) {
        Map<Key, Long> byKey = new HashMap<>();
        for (InstanceCount count : counts) {
            String status = count.parked() ? PARKED : MeterNames.value(count.status());
            byKey.merge(new Key(count.workflow(), count.version(), status), count.instances(), Long::sum);
        }
        told = new Told(byKey, time.elapsedMillis());
    }

    private record Told(Map<Key, Long> counts, long atMillis) {}

    private record Key(String workflow, String version, String status) {}
}
