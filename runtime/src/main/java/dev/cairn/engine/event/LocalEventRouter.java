package dev.cairn.engine.event;

import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.event.kept.EventOriginFilter;
import dev.cairn.engine.event.kept.EventReach;
import dev.cairn.engine.instance.EventReceivingInstance;
import dev.cairn.engine.instance.InstanceActorReference;
import dev.cairn.engine.instance.InstanceRegistry;
import dev.cairn.engine.instance.ListenerIndex;
import dev.cairn.engine.instance.PendingEventDelivery;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.port.InstanceUnloadedException;
import dev.cairn.engine.recovery.InstanceClaimer;
import dev.cairn.engine.recovery.OrphanClaimer;
import dev.cairn.spi.StoreException;
import dev.cairn.value.JsonPayload;

/** Delivers events to the instances of this node that listen for them. Thread-safe. */
public final class LocalEventRouter {

    private final NodeContext context;
    private final ListenerIndex listeners;
    private final InstanceRegistry instances;
    private final InstanceClaimer recovery;
    private final OrphanClaimer orphans;

    LocalEventRouter(NodeContext context, ListenerIndex listeners, InstanceRegistry instances, InstanceClaimer recovery,
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

    /**
     * Completes when each instance of this node that takes the event has it durably in its journal, with the instances that it has
     * reached. An instance whose task has taken the event before counts as well.
     */
    public Promise<EventReach> deliver(JsonPayload event) {
        Promise<EventReach> done = new Promise<>();
        deliver(event, done);
        return done;
    }

    /** As {@link #deliver(JsonPayload)}; settles a promise. */
    void deliver(JsonPayload event, Promise<EventReach> done) {
        if (context.stopped()) {
            done.fail(EventExceptionFactory.stopping());
            return;
        }
        Set<EventReceivingInstance> found = listeners.find(event.tree().path("type").asText());
        EventOriginFilter origin = new EventOriginFilter(event);
        found.removeIf(instance -> origin.hasStarted(instance.id()));
        if (found.isEmpty()) {
            context.observers().engine().eventOffered(event, false);
            done.complete(EventReach.NONE);
            return;
        }
        AtomicInteger left = new AtomicInteger(found.size());
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Queue<EventReach> reached = new ConcurrentLinkedQueue<>();
        for (EventReceivingInstance instance : found) {
            offer(instance, event).listen((took, failed) -> {
                failure.compareAndSet(null, failed);
                if (took != null && took.isAny()) {
                    reached.add(took);
                }
                if (left.decrementAndGet() == 0) {
                    EventReach reach = EventReach.sum(reached);
                    if (failure.get() == null) {
                        context.observers().engine().eventOffered(event, reach.instances() > 0);
                    }
                    done.settle(reach, failure.get());
                }
            });
        }
    }

    /** Completes as {@link PendingEventDelivery#done} does, with the instance if the event has reached it. */
    Promise<EventReach> offer(EventReceivingInstance instance, JsonPayload event) {
        Promise<EventReach> result = new Promise<>();
        PendingEventDelivery offer = new PendingEventDelivery(event);
        offer.done().listen((nothing, failure) -> {
            if (failure instanceof InstanceUnloadedException) {
                recovery.whenArrived(() -> again(instance, offer, result));
            } else {
                result.settle(reach(instance, offer), failure);
            }
        });
        instance.offer(offer);
        return result;
    }

    private static EventReach reach(EventReceivingInstance instance, PendingEventDelivery offer) {
        if (offer.wasTaken() || offer.wasKnown()) {
            return new EventReach(1, Set.of(), instance.isStored() ? Set.of(instance.id()) : Set.of());
        }
        return offer.isForLater() ? new EventReach(0, Set.of(instance.id())) : EventReach.NONE;
    }

    /** The instance has left the memory with an offer: if it is back, that object is asked. */
    private void again(EventReceivingInstance gone, PendingEventDelivery offer, Promise<EventReach> result) {
        InstanceActorReference now = instances.live(gone.id());
        if (now != null && now != gone) {
            EventReach before = offer.uncertain() ? EventReach.NONE : reach(gone, offer);
            offer(now, offer.event())
                    .listen((reach, failure) -> result.settle(reach == null ? null : before.or(reach), failure));
        } else if (context.stopping()) {
            // The instance has not been asked; it will listen again in the next life.
            result.fail(EventExceptionFactory.stopping());
        } else if (offer.uncertain()) {
            result.fail(new StoreException("the instance " + gone.id() + " cannot go on here", false, null));
        } else {
            result.complete(reach(gone, offer));
        }
    }
}
