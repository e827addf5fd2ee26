package dev.cairn.engine.event.passive;

import java.util.function.Supplier;

import dev.cairn.api.CairnException;
import dev.cairn.engine.concurrent.AsyncTaskLimiter;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.event.kept.EventReach;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.value.JsonPayload;

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
    private final PassiveDeliveryLimit limit = new PassiveDeliveryLimit();

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
            new EndedListenerSweeper(ports, subscriptions).begin();
        }
    }

    /**
     * Checks the room for an event before it is offered to the instances in memory, so that a refused event has reached none.
     *
     * @throws CairnException with {@code OVERLOADED} if too many events are on their way to instances outside of memory
     */
    public void check(JsonPayload event) {
        if (mayFind(event)) {
            limit.check(event);
        }
    }

    private boolean mayFind(JsonPayload event) {
        return index.hasKeys(event.tree().path("type").asText()) && context.keepsState() && subscriptions.mayBeAny();
    }

    /**
     * Brings an event that was {@link #check checked} to the instances that listen outside of memory, after it was offered to those
     * in memory: an instance that leaves in between has a subscription before it leaves.
     *
     * @param reach the instances in memory that the event has reached
     * @return these and the others, once each that takes the event has it durably; fails as the store does
     */
    public Promise<EventReach> deliver(JsonPayload event, EventReach reach) {
        return mayFind(event) ? attempt(delivery(event, reach), event) : Promise.completed(reach);
    }

    private PassiveEventDelivery delivery(JsonPayload event, EventReach reach) {
        return new PassiveEventDelivery(ports, subscriptions, index, wakes, event, reach);
    }

    /**
     * As {@link #deliver}, for an event that was not checked. After a failure, the next attempt goes on where the previous one stopped.
     *
     * @return makes an attempt; the previous one must have ended
     */
    public Supplier<Promise<EventReach>> attempts(JsonPayload event, EventReach reach) {
        if (!mayFind(event)) {
            return () -> Promise.completed(reach);
        }
        PassiveEventDelivery delivery = delivery(event, reach);
        return () -> {
            try {
                limit.check(event);
                return attempt(delivery, event);
            } catch (CairnException overloaded) {
                return Promise.failed(overloaded);
            }
        };
    }

    private Promise<EventReach> attempt(PassiveEventDelivery delivery, JsonPayload event) {
        return Promise.of(delivery.deliver().onTermination().invoke(limit.begin(event)));
    }
}
