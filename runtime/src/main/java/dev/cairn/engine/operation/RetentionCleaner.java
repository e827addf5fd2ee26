package dev.cairn.engine.operation;

import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.node.StoreBackoff;
import dev.cairn.engine.node.StoreHealth.Work;
import dev.cairn.spi.InstanceStore;
import dev.cairn.time.TimerService;
import io.smallrye.mutiny.Uni;

/** Removes ended instances when their time is over, in small batches beside the load. */
public final class RetentionCleaner {

    private static final int BATCH = 256;

    private final NodeContext context;
    private final InstanceStore store;
    private final TimerService timers;
    private volatile boolean ended;

    public RetentionCleaner(NodeContext context, InstanceStore store) {
        this.context = context;
        this.store = store;
        this.timers = context.fatalFailures().watching("removal of ended instances", context.timers());
    }

    public void begin() {
        later(context.options().retention().intervalMillis());
    }

    public void end() {
        ended = true;
    }

    private void later(long millis) {
        timers.after(millis, this::remove);
    }

    private void remove() {
        if (ended) {
            return;
        }
        long intervalMillis = context.options().retention().intervalMillis();
        Uni.createFrom().deferred(() -> store.removeEnded(context.time().millis(), BATCH)).subscribe().with(removed -> {
            context.health().good(Work.RETENTION);
            if (removed < BATCH) {
                later(intervalMillis);
            } else {
                later(0);
            }
        }, failure -> {
            context.health().failed(Work.RETENTION, "CAIRN-0427: Cannot remove ended instances", failure);
            later(Math.min(intervalMillis, StoreBackoff.after(failure)));
        });
    }
}
