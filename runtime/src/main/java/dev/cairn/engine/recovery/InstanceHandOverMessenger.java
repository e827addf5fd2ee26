package dev.cairn.engine.recovery;

import java.util.List;

import dev.cairn.engine.node.NodeContext;
import dev.cairn.spi.InstanceMessage;
import dev.cairn.spi.InstanceStore;
import dev.cairn.time.InstanceIdGenerator;
import io.smallrye.mutiny.Uni;

/** Sends messages about hand-overs to the owners of instances, through the store. Thread-safe. */
public final class InstanceHandOverMessenger {

    private final NodeContext context;
    private final InstanceStore store;
    private final InstanceIdGenerator ids;

    public InstanceHandOverMessenger(NodeContext context, InstanceStore store) {
        this.context = context;
        this.store = store;
        this.ids = new InstanceIdGenerator(context.time(), context.random());
    }

    /** The messages for instances of this node, and for those without a live owner. */
    Uni<List<InstanceMessage>> left(int limit) {
        return left(context.nodeId(), limit);
    }

    /** As {@link #left(int)}, for another node. */
    Uni<List<InstanceMessage>> left(String nodeId, int limit) {
        return Uni.createFrom().deferred(() -> store.messages(nodeId, limit));
    }

    /** Removes messages that a newer one replaces. A message that cannot be removed is read again later, without effect. */
    void drop(List<InstanceMessage> messages) {
        if (!messages.isEmpty()) {
            Uni.createFrom().deferred(() -> store.handled(messages)).subscribe().with(nothing -> {}, failure -> {});
        }
    }

    /** Notifies the owner of an instance that it was handed over; completes when the message is durable. */
    Uni<InstanceMessage> tell(String instanceId, HandOverMessage handOver) {
        InstanceMessage message = new InstanceMessage(instanceId, ids.next(), handOver.body());
        return Uni.createFrom().deferred(() -> store.post(message)).replaceWith(message);
    }
}
