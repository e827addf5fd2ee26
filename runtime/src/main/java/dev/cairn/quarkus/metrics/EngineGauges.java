package dev.cairn.quarkus.metrics;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.interceptor.Interceptor;

import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.Engine;
import dev.cairn.engine.observer.EngineStatus;
import dev.cairn.program.Program;
import dev.cairn.time.TimeSource;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.quarkus.runtime.StartupEvent;

/**
 * Gauges of the engine. They read it when they are read themselves, so nothing is counted in between, and no gauge can drift. Instances
 * are visited once for all gauges of a scrape.
 */
@Singleton
public class EngineGauges {

    /** Bounds the age of counts: a scrape that was broken off leaves some unread. */
    private static final long FRESH_MILLIS = 1_000;
    private static final List<InstanceStatus> COUNTED = List.of(InstanceStatus.RUNNING, InstanceStatus.WAITING,
            InstanceStatus.SUSPENDED);

    private final MeterRegistry registry;
    private final Engine engine;
    private final TimeSource time;
    /** Guarded by this, like the fields below. */
    private Map<InstanceGaugeKey, Integer> counts;
    /** Counts that a gauge has read. A gauge that is read again belongs to another scrape. */
    private final Set<InstanceGaugeKey> read = new HashSet<>();
    private long countedMillis;

    EngineGauges(MeterRegistry registry, Engine engine, TimeSource time) {
        this.registry = registry;
        this.engine = engine;
        this.time = time;
    }

    /** Behind the start of the engine. */
    void register(@Observes @Priority(Interceptor.Priority.LIBRARY_BEFORE + 1) StartupEvent event) {
        engine.programs().all().forEach(installed -> {
            COUNTED.forEach(status -> current(installed.program(), MeterNames.value(status)));
            current(installed.program(), InstanceGaugeKey.PARKED);
        });
        gauge(MeterNames.RECOVERING, "Instances that are being brought into memory", of -> of.condition().load().recovering());
        gauge(MeterNames.QUEUE, "Writes that wait for a group commit", of -> of.condition().load().waitingWrites());
        gauge(MeterNames.WAITING_WORK, "Pure work that waits for a worker", Engine::waitingWork);
        gauge(MeterNames.STORE_FAILING, "1 while the store does not do what it is asked for",
                of -> of.condition().failing().isPresent() ? 1 : 0);
        gauge(MeterNames.LEASE_HELD, "1 while this node may run what it owns", EngineGauges::holdsLease);
        bytes(MeterNames.MEMORY_HELD, "What instances hold in memory", of -> of.memory().heldBytes());
        bytes(MeterNames.MEMORY_BUDGET, "What instances may hold in memory", of -> of.memory().maxBytes());
        if (engine.condition().leaseMillis().isPresent()) {
            TimeGauge.builder(MeterNames.LEASE_REMAINING, engine, TimeUnit.MILLISECONDS,
                    of -> Math.max(0, of.condition().leaseMillis().orElse(0L)))
                    .description("How long this node may run what it owns unless a heartbeat prolongs that").register(registry);
        }
    }

    private static double holdsLease(Engine engine) {
        EngineStatus condition = engine.condition();
        return condition.recoveryBegun() && condition.leaseMillis().map(left -> left > 0).orElse(true) ? 1 : 0;
    }

    private void gauge(String name, String description, ToDoubleFunction<Engine> value) {
        Gauge.builder(name, engine, value).description(description).register(registry);
    }

    private void bytes(String name, String description, ToDoubleFunction<Engine> value) {
        Gauge.builder(name, engine, value).description(description).baseUnit("bytes").register(registry);
    }

    private void current(Program program, String status) {
        InstanceGaugeKey key = new InstanceGaugeKey(program.workflow(), program.version(), status);
        Gauge.builder(MeterNames.CURRENT, this, of -> of.count(key)).description("Instances of this node")
                .tags(key.tags()).register(registry);
    }

    private synchronized int count(InstanceGaugeKey key) {
        long now = time.elapsedMillis();
        if (counts == null || !read.add(key) || now - countedMillis > FRESH_MILLIS) {
            Map<InstanceGaugeKey, Integer> fresh = new HashMap<>();
            engine.visit((view, parked) -> fresh
                    .merge(InstanceGaugeKey.of(view.workflow(), view.version(), view.status(), parked), 1, Integer::sum));
            counts = fresh;
            countedMillis = now;
            read.clear();
            read.add(key);
        }
        return counts.getOrDefault(key, 0);
    }
}
