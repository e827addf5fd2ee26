package dev.cairn.engine.event.passive;

import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

import dev.cairn.engine.concurrent.AsyncTaskLimiter;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.event.kept.KeyedTaskQueue;
import dev.cairn.engine.listen.PassiveListenerGateway;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.node.StoreBackoff;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.StoreException;
import io.smallrye.mutiny.Uni;

/**
 * The subscriptions of the instances that listen outside of memory. With a store for one node it knows if there may be any. The number
 * of writes under way is bounded. Thread-safe.
 */
final class PassiveListeners implements PassiveListenerGateway {

    private static final int MAX_WRITES = 256;

    private final NodeContext context;
    private final PassiveListenerRows rows;
    private final boolean shared;
    private final KeyedTaskQueue serializer;
    private final AsyncTaskLimiter writes;
    /** False if the store is known to have no subscription. Guarded by this. */
    private boolean mayHaveAny = true;
    /** Grows with each subscription of this node. Guarded by this. */
    private long subscriptions;

    PassiveListeners(NodeContext context, InstanceStore store) {
        this.context = context;
        this.rows = new PassiveListenerRows(context, store);
        this.shared = store.capabilities().shared();
        this.serializer = new KeyedTaskQueue(context.threads());
        this.writes = new AsyncTaskLimiter(MAX_WRITES, context.threads()::worker);
    }

    /** Sees if the store has subscriptions. */
    void look() {
        long before;
        synchronized (this) {
            before = subscriptions;
        }
        if (!shared) {
            rows.isAny().subscribe().with(any -> {
                synchronized (this) {
                    mayHaveAny = any || subscriptions != before;
                }
            }, failure -> {});
        }
    }

    /** False if it is known that no instance listens outside of memory. */
    synchronized boolean mayBeAny() {
        return mayHaveAny;
    }

    /** The instances that a key finds; fails as the store does. */
    Uni<PassiveListenerPage> find(String key, String cursor) {
        return rows.find(key, cursor);
    }

    @Override
    public Promise<Void> subscribe(String instanceId, long position, Collection<String> keys) {
        synchronized (this) {
            subscriptions++;
            mayHaveAny = true;
        }
        List<String> all = List.copyOf(keys);
        return inSequence(instanceId, () -> rows.put(instanceId, position, all));
    }

    @Override
    public Promise<Void> unsubscribe(String instanceId, long position, Collection<String> keptKeys) {
        if (!mayBeAny()) {
            return Promise.completed(null);
        }
        List<String> kept = List.copyOf(keptKeys);
        return inSequence(instanceId, () -> rows.remove(instanceId, position, kept));
    }

    private Promise<Void> inSequence(String instanceId, Supplier<Uni<Void>> write) {
        Promise<Void> done = new Promise<>();
        serializer.submit(instanceId, end -> {
            done.listen((nothing, failure) -> end.run());
            writes.submit(free -> {
                done.listen((nothing, failure) -> free.run());
                attempt(write, done, StoreBackoff.FIRST_MILLIS);
            });
        });
        return done;
    }

    private void attempt(Supplier<Uni<Void>> write, Promise<Void> done, long delayMillis) {
        if (context.stopped()) {
            done.fail(new StoreException("the application has stopped", false, null));
            return;
        }
        Uni.createFrom().deferred(() -> write.get()).subscribe().with(nothing -> done.complete(null),
                failure -> context.timers().after(delayMillis,
                        () -> attempt(write, done, StoreBackoff.after(delayMillis))));
    }
}
