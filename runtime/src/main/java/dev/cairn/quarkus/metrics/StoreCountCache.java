package dev.cairn.quarkus.metrics;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import dev.cairn.api.InstanceCount;
import dev.cairn.time.TimeSource;
import dev.cairn.time.TimerService;
import io.smallrye.mutiny.Uni;

/**
 * The counts of the store for gauges. While they are read, the store is asked every few seconds, so that a reader finds fresh counts and
 * waits for nothing, however seldom it reads. Thread-safe.
 */
final class StoreCountCache {

    static final long FRESH_MILLIS = 10_000;
    /** Older counts are not shown: the store does not answer. */
    static final long BELIEVED_MILLIS = 60_000;
    /** The store is asked for this long after the last read. Prometheus forgets a series after five minutes, so it reads more often. */
    static final long READ_MILLIS = 360_000;

    private final Supplier<Uni<List<InstanceCount>>> store;
    private final TimeSource time;
    private final TimerService timers;
    private final AtomicBoolean asking = new AtomicBoolean();
    private final AtomicBoolean refreshing = new AtomicBoolean();
    private volatile long readAtMillis;
    private volatile boolean closed;
    /** Null until the first answer of the store. */
    private volatile Answer latest;

    StoreCountCache(Supplier<Uni<List<InstanceCount>>> store, TimeSource time, TimerService timers) {
        this.store = store;
        this.time = time;
        this.timers = timers;
    }

    /** Number of instances of a kind at the last answer of the store; NaN if that is long ago. */
    double of(InstanceGaugeKey key) {
        long now = time.elapsedMillis();
        readAtMillis = now;
        Answer last = latest;
        long ageMillis = last == null ? Long.MAX_VALUE : now - last.atMillis;
        if (ageMillis > FRESH_MILLIS) {
            ask();
        }
        if (refreshing.compareAndSet(false, true)) {
            refreshLater();
        }
        return ageMillis > BELIEVED_MILLIS ? Double.NaN : last.counts.getOrDefault(key, 0L);
    }

    /** Asks no more. */
    void close() {
        closed = true;
    }

    private void refreshLater() {
        timers.after(FRESH_MILLIS, () -> {
            if (closed || time.elapsedMillis() - readAtMillis > READ_MILLIS) {
                refreshing.set(false);
            } else {
                ask();
                refreshLater();
            }
        });
    }

    private void ask() {
        if (!closed && asking.compareAndSet(false, true)) {
            // A failure needs no more here: the meter of the operation counts it, and the gauges become NaN.
            Uni.createFrom().deferred(store::get).onTermination().invoke(() -> asking.set(false)).subscribe().with(this::take,
                    failure -> {});
        }
    }

    private void take(List<InstanceCount> counts) {
        if (counts.stream().anyMatch(count -> !count.exact() && !count.status().ended())) {
            // The store does not know all numbers yet, and a search found only some instances. A gauge that is too low is worse
            // than none.
            return;
        }
        Map<InstanceGaugeKey, Long> byKey = new HashMap<>();
        for (InstanceCount count : counts) {
            byKey.merge(InstanceGaugeKey.of(count.workflow(), count.version(), count.status(), count.parked()),
                    count.instances(),
                    Long::sum);
        }
        latest = new Answer(byKey, time.elapsedMillis());
    }

    private record Answer(Map<InstanceGaugeKey, Long> counts, long atMillis) {}
}
