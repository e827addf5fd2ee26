package dev.cairn.engine.instance;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

import dev.cairn.engine.node.StoreHealth;
import dev.cairn.engine.node.StoreHealth.Work;
import dev.cairn.spi.InstanceStore;
import dev.cairn.time.TimeSource;
import dev.cairn.time.TimerService;
import io.smallrye.mutiny.Uni;

/**
 * Polls the rows of instances of a shared store that local callers wait for and that are not in the memory of this node: soon
 * at first, then at growing intervals. It reads only rows, and a bounded number at a time.
 */
public final class OutcomePoller {

    private static final long FIRST_MILLIS = 50;
    private static final long LAST_MILLIS = 1_000;
    private static final int MAX_UNDER_WAY = 32;

    private final InstanceStore store;
    private final TimerService timers;
    private final TimeSource time;
    private final StoreHealth health;
    private final Predicate<String> waitedFor;
    private final Ends ends;
    private final ConcurrentMap<String, Look> queriesById = new ConcurrentHashMap<>();
    private final AtomicInteger activeQueries = new AtomicInteger();
    private final AtomicBoolean ticking = new AtomicBoolean();

    /**
     * @param waitedFor false for an instance that is no longer to be watched
     * @param ends told about those that have ended or are gone
     */
    public OutcomePoller(InstanceStore store, TimerService timers, TimeSource time, StoreHealth health,
            Predicate<String> waitedFor, Ends ends) {
        this.store = store;
        this.timers = timers;
        this.time = time;
        this.health = health;
        this.waitedFor = waitedFor;
        this.ends = ends;
    }

    /** Receives the outcome of a watched instance. */
    public interface Ends {

        /** It has ended, or was removed. */
        void over(String instanceId);
    }

    /** Begins to watch an instance. */
    public void add(String instanceId) {
        // Not putIfAbsent: without a lock, that may find an entry that is just being removed.
        queriesById.merge(instanceId, new Look(time.elapsedMillis() + FIRST_MILLIS, FIRST_MILLIS), (before, added) -> before);
        if (ticking.compareAndSet(false, true)) {
            timers.after(FIRST_MILLIS, this::tick);
        }
    }

    private void tick() {
        long now = time.elapsedMillis();
        // Checks and removes each entry atomically: otherwise an entry added in between would be lost.
        queriesById.keySet().forEach(id -> queriesById.computeIfPresent(id, (any, look) -> waitedFor.test(id) ? look : null));
        // The instances that have waited longest come first: with many, a round cannot check all that are due.
        List<Map.Entry<String, Look>> due = queriesById.entrySet().stream().filter(entry -> entry.getValue().atMillis <= now)
                .sorted(Comparator.comparingLong(entry -> entry.getValue().atMillis)).toList();
        for (Map.Entry<String, Look> entry : due) {
            if (activeQueries.get() >= MAX_UNDER_WAY) {
                break;
            }
            queriesById.replace(entry.getKey(), entry.getValue(), entry.getValue().next(now));
            look(entry.getKey());
        }
        ticking.set(false);
        if (!queriesById.isEmpty() && ticking.compareAndSet(false, true)) {
            timers.after(FIRST_MILLIS, this::tick);
        }
    }

    private void look(String id) {
        activeQueries.incrementAndGet();
        Uni.createFrom().deferred(() -> store.row(id)).subscribe().with(row -> {
            activeQueries.decrementAndGet();
            health.good(Work.OUTCOMES);
            if (row.isEmpty() || row.get().status().ended()) {
                queriesById.remove(id);
                ends.over(id);
            }
        }, failure -> {
            activeQueries.decrementAndGet();
            health.failed(Work.OUTCOMES, "CAIRN-0433: Cannot read the status of instances owned by other nodes", failure);
        });
    }

    private record Look(long atMillis, long intervalMillis) {
        Look next(long now) {
            return new Look(now + intervalMillis, Math.min(LAST_MILLIS, intervalMillis * 3 / 2));
        }
    }
}
