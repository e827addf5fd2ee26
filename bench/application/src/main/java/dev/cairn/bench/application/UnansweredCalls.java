package dev.cairn.bench.application;

import java.math.BigDecimal;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

import org.eclipse.microprofile.config.inject.ConfigProperty;

import dev.cairn.api.CairnClient;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;

/**
 * Measures the time until the application repeats the calls that were under way when it died, for
 * {@code bench/waiting restart}. After {@code bench.unanswered.count} calls it prints the times of the first and the last
 * call, from its launch at {@code bench.unanswered.since-millis} on, and dies as in a crash. With
 * {@code bench.unanswered.start} it first starts that number of instances. Without settings it does nothing.
 */
@Singleton
public class UnansweredCalls {

    private static final int CONCURRENT_STARTS = 512;
    private static final Order ORDER = new Order("order-7", BigDecimal.TEN, "cust-1", null);

    private final int count;
    private final long sinceMillis;
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicLong firstMillis = new AtomicLong();
    private volatile long engineMillis;

    UnansweredCalls(@ConfigProperty(name = "bench.unanswered.count", defaultValue = "0") int count,
            @ConfigProperty(name = "bench.unanswered.since-millis", defaultValue = "0") long sinceMillis) {
        this.count = count;
        this.sinceMillis = sinceMillis;
    }

    /** The engine was started just before. */
    void started(@Observes StartupEvent event, CairnClient cairn,
            @ConfigProperty(name = "bench.unanswered.start", defaultValue = "false") boolean start) {
        engineMillis = System.currentTimeMillis();
        if (start) {
            Multi.createFrom().range(0, count).onItem().transformToUni(any -> cairn.start("bench:" + Unanswered.NAME, ORDER))
                    .merge(CONCURRENT_STARTS).collect().last().subscribe().with(last -> {}, failure -> {
                        failure.printStackTrace();
                        Runtime.getRuntime().halt(1);
                    });
        }
    }

    /** Never answers. */
    public Uni<Order> ask(Order order) {
        firstMillis.compareAndSet(0, System.currentTimeMillis());
        if (calls.incrementAndGet() == count) {
            Runtime runtime = Runtime.getRuntime();
            System.out.printf("engine started after %d ms, first call after %d ms, all %d after %d ms, heap %d MiB%n",
                    engineMillis - sinceMillis, firstMillis.get() - sinceMillis, count,
                    System.currentTimeMillis() - sinceMillis, runtime.totalMemory() - runtime.freeMemory() >> 20);
            // Shutdown hooks must not run: the next life finds the state after a crash.
            runtime.halt(0);
        }
        return Uni.createFrom().nothing();
    }
}
