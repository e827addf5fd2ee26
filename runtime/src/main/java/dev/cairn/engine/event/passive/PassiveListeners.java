package dev.cairn.engine.event.passive;

import java.util.Collection;
import java.util.List;
import java.util.Set;

import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.event.kept.SubscriptionWriter;
import dev.cairn.engine.listen.PassiveListenerGateway;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.spi.InstanceStore;
import io.smallrye.mutiny.Uni;

/**
 * The subscriptions of the instances that listen outside of memory. Thread-safe.
 */
final class PassiveListeners implements PassiveListenerGateway {

    private final PassiveListenerRows rows;
    private final SubscriptionWriter writer;

    PassiveListeners(NodeContext context, InstanceStore store) {
        this.rows = new PassiveListenerRows(context, store);
        this.writer = new SubscriptionWriter(context, store.capabilities().shared());
    }

    /** Sees if the store has subscriptions. */
    void look() {
        writer.look(rows::isAny);
    }

    /** False if it is known that no instance listens outside of memory. */
    boolean mayBeAny() {
        return writer.mayBeAny();
    }

    /** The instances that a key finds; fails as the store does. */
    Uni<PassiveListenerPage> find(String key, String cursor) {
        return rows.find(key, cursor);
    }

    /** A page of all subscriptions; fails as the store does. */
    Uni<PassiveListenerPage> all(String cursor) {
        return rows.all(cursor);
    }

    /**
     * Removes the subscription of an ended instance. A later one stays: the instance may have been retried. Completes when the removal is
     * durable.
     */
    Promise<Void> instanceEnded(PassiveListener listener) {
        return unsubscribe(listener.instanceId(), listener.position() + 1, Set.of());
    }

    @Override
    public Promise<Void> subscribe(String instanceId, long position, Collection<String> keys) {
        List<String> all = List.copyOf(keys);
        return writer.add(instanceId, () -> rows.put(instanceId, position, all));
    }

    @Override
    public Promise<Void> unsubscribe(String instanceId, long position, Collection<String> keptKeys) {
        if (!mayBeAny()) {
            return Promise.completed(null);
        }
        List<String> kept = List.copyOf(keptKeys);
        return writer.write(instanceId, () -> rows.remove(instanceId, position, kept));
    }
}
