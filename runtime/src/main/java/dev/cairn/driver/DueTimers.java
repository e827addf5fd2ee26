package dev.cairn.driver;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jboss.logging.Logger;

import dev.cairn.spi.DueTimer;
import dev.cairn.spi.InstanceStore;

/**
 * Watches the store's index of due times for instances that wait outside the memory. Reads ahead, so that a timer is set well
 * before it is due, and claims an instance when it is.
 */
final class DueTimers {

    private static final Logger LOG = Logger.getLogger("dev.cairn");
    private static final int PAGE = 1_000;

    private final Engine engine;
    private final InstanceStore store;
    private final InstanceTable table;
    private final Recovery recovery;
    private final long intervalMillis;
    /** Instances for which a timer is set here. */
    private final Set<String> set = ConcurrentHashMap.newKeySet();
    private volatile boolean ended;

    DueTimers(Engine engine, InstanceStore store, InstanceTable table, Recovery recovery) {
        this.engine = engine;
        this.store = store;
        this.table = table;
        this.recovery = recovery;
        // An instance leaves the memory only if it waits longer than that option says, so half of it misses none.
        this.intervalMillis = Math.max(10, engine.options().memoryWaitMillis() / 2);
    }

    void begin() {
        read(null);
    }

    void end() {
        ended = true;
    }

    private void read(DueTimer after) {
        if (ended) {
            return;
        }
        long until = engine.time().millis() + 2 * intervalMillis;
        store.dueTimers(until, after, PAGE).subscribe().with(page -> {
            page.forEach(this::arm);
            if (page.size() == PAGE) {
                engine.threads().worker(() -> read(page.get(PAGE - 1)));
            } else {
                engine.timers().after(intervalMillis, () -> read(null));
            }
        }, failure -> {
            LOG.errorf("CAIRN-0426: Cannot read due timers: %s. %s", failure.getMessage(), Failures.next(failure));
            if (!Failures.isPermanent(failure)) {
                engine.timers().after(intervalMillis, () -> read(null));
            }
        });
    }

    private void arm(DueTimer timer) {
        if (!table.isLive(timer.instanceId()) && set.add(timer.instanceId())) {
            engine.timers().after(timer.dueAtMillis() - engine.time().millis(), () -> due(timer.instanceId()));
        }
    }

    private void due(String instanceId) {
        set.remove(instanceId);
        if (!ended) {
            recovery.claim(instanceId);
        }
    }
}
