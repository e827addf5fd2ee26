package dev.cairn.engine.event;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

import dev.cairn.engine.concurrent.CoalescingRunner;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.concurrent.TryAcquireSemaphore;
import dev.cairn.engine.event.kept.EventReach;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.spi.NodeMessages;
import dev.cairn.time.InstanceIdGenerator;
import dev.cairn.value.JsonPayload;
import dev.cairn.value.ValueException;

/**
 * Brings events of this node to all nodes: events that arrive while others are under way go out together. The waiting events and those
 * under way are bounded. Thread-safe.
 */
final class EventBroadcaster {

    private static final int MAX_UNDER_WAY = 8;
    private static final int MAX_EVENTS = 256;
    /** A batch is closed when it has as much; a larger event goes alone. */
    private static final int MAX_BYTES = 64 << 10;

    private final NodeContext context;
    private final LocalEventRouter local;
    private final NodeMessages nodes;
    private final InstanceIdGenerator ids;
    private final Queue<PublishedEvent> queuedEvents = new ConcurrentLinkedQueue<>();
    private final Set<ClusterEventBatchDelivery> activeBroadcasts = ConcurrentHashMap.newKeySet();
    private final PublicationLimit limit;
    private final TryAcquireSemaphore batchPermits = new TryAcquireSemaphore(MAX_UNDER_WAY);
    private final String fingerprint;
    private volatile boolean stopped;
    private final CoalescingRunner sendRunner = new CoalescingRunner(this::send);

    /** @param fingerprint of the instances outside of memory that this node finds */
    EventBroadcaster(NodeContext context, LocalEventRouter local, NodeMessages nodes, String fingerprint,
            PublicationLimit limit) {
        this.fingerprint = fingerprint;
        this.limit = limit;
        this.context = context;
        this.local = local;
        this.nodes = nodes;
        this.ids = new InstanceIdGenerator(context.time(), context.random());
    }

    /**
     * Settles with the instances that the event has reached, once each that takes it has it durably, on any node. A node may publish
     * while it stops. Fails with {@code OVERLOADED} if too many events wait.
     */
    Promise<EventReach> publish(JsonPayload event) {
        return limit.hold(event, () -> queued(event));
    }

    private Promise<EventReach> queued(JsonPayload event) {
        Promise<EventReach> done = new Promise<>();
        queuedEvents.add(new PublishedEvent(event, done));
        // Writing large events as text may take long.
        context.threads().worker(sendRunner::ask);
        return done;
    }

    /** Nothing that is under way is acknowledged any more. */
    void stop() {
        stopped = true;
        sendRunner.ask();
        activeBroadcasts.forEach(broadcast -> broadcast.fail(EventExceptionFactory.stopping()));
    }

    private void send() {
        if (stopped) {
            for (PublishedEvent next = queuedEvents.poll(); next != null; next = queuedEvents.poll()) {
                next.done().fail(EventExceptionFactory.stopping());
            }
            return;
        }
        while (!queuedEvents.isEmpty() && batchPermits.take(1)) {
            List<PublishedEvent> batch = batch();
            if (batch.isEmpty()) {
                batchPermits.free(1);
            } else {
                ClusterEventBatchDelivery broadcast = new ClusterEventBatchDelivery(context, local, nodes,
                        () -> EventAnswerMailbox.answerable(ids.next(), fingerprint), batch, this::sent);
                activeBroadcasts.add(broadcast);
                if (stopped) {
                    broadcast.fail(EventExceptionFactory.stopping());
                } else {
                    broadcast.begin();
                }
            }
        }
    }

    private List<PublishedEvent> batch() {
        List<PublishedEvent> batch = new ArrayList<>();
        int bytes = 0;
        for (PublishedEvent next = queuedEvents.peek(); next != null && batch.size() < MAX_EVENTS; next = queuedEvents.peek()) {
            try {
                bytes += next.event().text().length;
            } catch (ValueException unwritable) {
                queuedEvents.poll().done().fail(EventExceptionFactory.noEvent(next.event().tree(), unwritable));
                continue;
            }
            if (bytes > MAX_BYTES && !batch.isEmpty()) {
                break;
            }
            batch.add(queuedEvents.poll());
        }
        return batch;
    }

    private void sent(ClusterEventBatchDelivery broadcast) {
        activeBroadcasts.remove(broadcast);
        batchPermits.free(1);
        sendRunner.ask();
    }
}
