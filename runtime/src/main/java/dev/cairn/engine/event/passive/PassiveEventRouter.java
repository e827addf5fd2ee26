package dev.cairn.engine.event.passive;

import dev.cairn.engine.concurrent.AsyncTaskLimiter;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.event.kept.EventReach;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Uni;

/**
 * Lets instances leave the memory that only listen, and brings events to them. An event costs a search for each signature of its
 * type, and none if no task listens for the type, or no instance listens outside of memory. Thread-safe.
 */
public final class PassiveEventRouter {

    /** Instances that are brought into memory at a time. Each has its journal looked through, for which fewer than 64 may wait. */
    private static final int MAX_WAKES = 32;

    private final NodeContext context;
    private final PassiveListenerPorts ports;
    private final CorrelationKeyIndex index;
    private final PassiveListeners subscriptions;
    private final AsyncTaskLimiter wakes;

    public PassiveEventRouter(PassiveListenerPorts ports) {
        this.context = ports.context();
        this.ports = ports;
        this.index = new CorrelationKeyIndex(context);
        this.subscriptions = new PassiveListeners(context, ports.store());
        this.wakes = new AsyncTaskLimiter(MAX_WAKES, context.threads()::worker);
        if (canLeave()) {
            ports.listeners().passiveListeners(subscriptions);
        }
    }

    private boolean canLeave() {
        return context.keepsState() && !index.fingerprint().isEmpty();
    }

    /** The same on nodes that find the same instances for all events; empty if this node finds none. */
    public String fingerprint() {
        return index.fingerprint();
    }

    /** The application runs instances from now on. */
    public void begin() {
        if (canLeave()) {
            subscriptions.look();
            new PassiveListenerSweeper(ports).begin();
        }
    }

    /**
     * Brings an event to the instances that listen outside of memory, after it was offered to those in memory: an instance that
     * leaves in between has a subscription before it leaves.
     *
     * @param reach the instances in memory that the event has reached
     * @return these and the others, once each that takes the event has it durably; fails as the store does
     */
    public Promise<EventReach> deliver(JsonPayload event, EventReach reach) {
        String type = event.tree().path("type").asText();
        if (!index.hasKeys(type) || !context.keepsState() || !subscriptions.mayBeAny()) {
            return Promise.completed(reach);
        }
        Uni<EventReach> found = index.keys(event.tree()).chain(
                keys -> new PassiveEventDelivery(ports, subscriptions, wakes, event, reach).deliver(keys));
        return Promise.of(found);
    }
}
