package dev.cairn.engine.event;

import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.instance.EventDelivery;
import dev.cairn.engine.instance.EventRecipient;
import dev.cairn.engine.instance.Instance;
import dev.cairn.engine.instance.InstanceRegistry;
import dev.cairn.engine.instance.ListenerIndex;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.port.InstanceMovedException;
import dev.cairn.engine.recovery.InstanceRecovery;
import dev.cairn.engine.recovery.OrphanClaimer;
import dev.cairn.event.CloudEventJson;
import dev.cairn.spi.StoreException;
import dev.cairn.time.InstanceIdGenerator;
import dev.cairn.value.JsonPayload;

/** Delivers events to the instances of this node that listen for them. Thread-safe. */
public final class LocalEventRouter {

    private final NodeContext context;
    private final ListenerIndex listeners;
    private final InstanceRegistry instances;
    private final InstanceRecovery recovery;
    private final OrphanClaimer orphans;

    LocalEventRouter(NodeContext context, ListenerIndex listeners, InstanceRegistry instances, InstanceRecovery recovery,
            OrphanClaimer orphans) {
        this.context = context;
        this.listeners = listeners;
        this.instances = instances;
        this.recovery = recovery;
        this.orphans = orphans;
    }

    /** Runs something when each instance that has no owner now, or this node, is in memory here, or where this node has handed it over to. */
    void whenAllAreHere(Runnable then) {
        orphans.look(() -> recovery.whenArrived(() -> recovery.incompatible().handOvers().whenEnded(then)));
    }

    /** Changes when an instance has come to another node, which may have heard of events before it had the instance. */
    long handOvers() {
        return recovery.incompatible().handOvers().ended();
    }

    /** Completes when each instance of this node that takes the event has it durably in its journal. */
    public Promise<Void> deliver(JsonPayload event) {
        Promise<Void> done = new Promise<>();
        deliver(event, done);
        return done;
    }

    /** As {@link #deliver(JsonPayload)}; settles a promise. */
    void deliver(JsonPayload event, Promise<Void> done) {
        if (context.stopped()) {
            done.fail(EventRejections.stopping());
            return;
        }
        Set<EventRecipient> found = listeners.find(event.tree().path("type").asText());
        exceptStartedBy(event, found);
        if (found.isEmpty()) {
            context.observers().engine().eventOffered(event, false);
            done.complete(null);
            return;
        }
        AtomicInteger left = new AtomicInteger(found.size());
        AtomicReference<Throwable> failure = new AtomicReference<>();
        AtomicBoolean taken = new AtomicBoolean();
        for (EventRecipient instance : found) {
            offer(instance, event).listen((took, failed) -> {
                failure.compareAndSet(null, failed);
                if (Boolean.TRUE.equals(took)) {
                    taken.set(true);
                }
                if (left.decrementAndGet() == 0) {
                    if (failure.get() == null) {
                        context.observers().engine().eventOffered(event, taken.get());
                    }
                    done.settle(null, failure.get());
                }
            });
        }
    }

    /** An instance does not take the event that has started it, also when the event is delivered again. */
    private static void exceptStartedBy(JsonPayload event, Set<EventRecipient> found) {
        if (found.stream().anyMatch(instance -> InstanceIdGenerator.isOfEvent(instance.id()))) {
            String hash = InstanceIdGenerator.eventHash(CloudEventJson.key(event.tree()));
            found.removeIf(instance -> InstanceIdGenerator.isOfEvent(instance.id()) && instance.id().endsWith(hash));
        }
    }

    /** Completes as {@link EventDelivery#done} does, with whether the event was taken. */
    private Promise<Boolean> offer(EventRecipient instance, JsonPayload event) {
        Promise<Boolean> result = new Promise<>();
        EventDelivery offer = new EventDelivery(event);
        offer.done().listen((nothing, failure) -> {
            if (failure instanceof InstanceMovedException) {
                recovery.whenArrived(() -> again(instance, offer, result));
            } else {
                result.settle(offer.wasTaken(), failure);
            }
        });
        instance.offer(offer);
        return result;
    }

    /** The instance has left the memory with an offer: if it is back, that object is asked. */
    private void again(EventRecipient before, EventDelivery offer, Promise<Boolean> result) {
        Instance now = instances.live(before.id());
        if (now != null && now != before) {
            offer(now, offer.event()).listen(result::settle);
        } else if (context.stopping()) {
            // The instance has not been asked; it will listen again in the next life.
            result.fail(EventRejections.stopping());
        } else if (offer.uncertain()) {
            result.fail(new StoreException("the instance " + before.id() + " cannot go on here", false, null));
        } else {
            result.complete(offer.wasTaken());
        }
    }
}
