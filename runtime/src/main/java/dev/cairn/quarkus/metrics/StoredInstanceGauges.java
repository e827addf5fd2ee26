package dev.cairn.quarkus.metrics;

import java.util.List;

import jakarta.annotation.PreDestroy;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.interceptor.Interceptor;

import dev.cairn.api.CairnClient;
import dev.cairn.engine.Engine;
import dev.cairn.engine.LiveChangeSource;
import dev.cairn.program.Program;
import dev.cairn.spi.InstanceStore;
import dev.cairn.time.TimeSource;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;

/**
 * Gauges of the instances that the store has, wherever they are. No scrape waits for the store. Only for a store that keeps counts.
 */
@Singleton
public class StoredInstanceGauges {

    private static final List<String> STATUSES = List.of("pending", "running", "waiting", "suspended", InstanceGaugeKey.PARKED);

    private final MeterRegistry registry;
    private final StoreCountCache counts;

    StoredInstanceGauges(MeterRegistry registry, CairnClient client, TimeSource time, Engine engine) {
        this.registry = registry;
        this.counts = new StoreCountCache(client::counts, time, new LiveChangeSource(engine).timers());
    }

    /** Behind the start of the engine. */
    void register(@Observes @Priority(Interceptor.Priority.LIBRARY_BEFORE + 1) StartupEvent event, Engine engine,
            InstanceStore store) {
        if (store.capabilities().keepsCounts()) {
            engine.programs().all().forEach(installed -> STATUSES.forEach(status -> register(installed.program(), status)));
        }
    }

    private void register(Program program, String status) {
        InstanceGaugeKey key = new InstanceGaugeKey(program.workflow(), program.version(), status);
        // The first read has the store asked for the first time.
        counts.of(key);
        Gauge.builder(MeterNames.STORED, counts, of -> of.of(key)).description("Instances in the store that have not ended")
                .tags(key.tags()).register(registry);
    }

    @PreDestroy
    void close() {
        counts.close();
    }
}
