package dev.cairn.engine.event.kept;

import java.util.function.Supplier;

import dev.cairn.engine.concurrent.AsyncTaskLimiter;
import dev.cairn.engine.concurrent.KeyedTaskQueue;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.node.DurableRetryLoop;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.spi.StoreException;
import io.smallrye.mutiny.Uni;

/**
 * Writes subscriptions of one kind: those of an instance one after another, each until it is durable. With a store for one node it
 * knows if there may be any. The number of writes under way is bounded. Thread-safe.
 */
public final class SubscriptionWriter {

    private static final int MAX_WRITES = 256;

    private final NodeContext context;
    private final boolean shared;
    private final KeyedTaskQueue byInstance;
    private final AsyncTaskLimiter writes;
    /** Grows with each subscription of this node. Guarded by this. */
    private long subscriptions;
    /** False if the store is known to have no subscription. Guarded by this. */
    private boolean mayHaveAny = true;

    /** @param shared true if other nodes write to the store */
    public SubscriptionWriter(NodeContext context, boolean shared) {
        this.context = context;
        this.shared = shared;
        this.byInstance = new KeyedTaskQueue(context.threads()::worker);
        this.writes = new AsyncTaskLimiter(MAX_WRITES, context.threads()::worker);
    }

    /** Sees if the store has subscriptions. */
    public void look(Supplier<Uni<Boolean>> isAny) {
        long before;
        synchronized (this) {
            before = subscriptions;
        }
        if (!shared) {
            isAny.get().subscribe().with(any -> {
                synchronized (this) {
                    mayHaveAny = any || subscriptions != before;
                }
            }, failure -> {
                // Then publishers search.
            });
        }
    }

    /** False if it is known that the store has no subscription. */
    public synchronized boolean mayBeAny() {
        return mayHaveAny;
    }

    /** Adds a subscription: from now on there may be some. Otherwise as {@link #write}. */
    public Promise<Void> add(String instanceId, Supplier<Uni<Void>> write) {
        synchronized (this) {
            subscriptions++;
            mayHaveAny = true;
        }
        return write(instanceId, write);
    }

    /** Completes when a write is durable; fails if the application has stopped before. */
    public Promise<Void> write(String instanceId, Supplier<Uni<Void>> write) {
        Promise<Void> done = new Promise<>();
        byInstance.submit(instanceId, end -> {
            done.listen((nothing, failure) -> end.run());
            writes.submit(free -> {
                done.listen((nothing, failure) -> free.run());
                DurableRetryLoop.run(context.timers(), () -> attempt(write), failure -> !context.stopped()).subscribe()
                        .with(done::complete, done::fail);
            });
        });
        return done;
    }

    private Uni<Void> attempt(Supplier<Uni<Void>> write) {
        return context.stopped() ? Uni.createFrom().failure(new StoreException("the application has stopped", false, null))
                : Uni.createFrom().deferred(write::get);
    }
}
