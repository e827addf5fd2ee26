package dev.cairn.driver;

import dev.cairn.driver.StoreHealth.Work;
import dev.cairn.spi.InstanceStore;
import dev.cairn.time.Timers;
import io.smallrye.mutiny.Uni;

/** Removes ended instances when their time is over, in small batches beside the load. */
final class Retention {

    private static final int BATCH = 256;

    private final Engine engine;
    private final InstanceStore store;
    private final Timers timers;
    private volatile boolean ended;

    Retention(Engine engine, InstanceStore store) {
        this.engine = engine;
        this.store = store;
        this.timers = engine.fatalFailures().watching("removal of ended instances", engine.timers());
    }

    void begin() {
        later(engine.options().retention().intervalMillis());
    }

    void end() {
        ended = true;
    }

    private void later(long millis) {
        timers.after(millis, this::remove);
    }

    private void remove() {
        if (ended) {
            return;
        }
        long intervalMillis = engine.options().retention().intervalMillis();
        Uni.createFrom().deferred(() -> store.removeEnded(engine.time().millis(), BATCH)).subscribe().with(removed -> {
            engine.health().good(Work.RETENTION);
            if (removed < BATCH) {
                later(intervalMillis);
            } else {
                later(0);
            }
        }, failure -> {
            engine.health().failed(Work.RETENTION, "CAIRN-0427: Cannot remove ended instances", failure);
            later(Math.min(intervalMillis, Backoff.after(failure)));
        });
    }
}
