package dev.cairn.driver;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import dev.cairn.spi.StoreException;
import dev.cairn.value.Payload;

/** Delivers events to the instances of this node that listen for them. Thread-safe. */
final class LocalEventRouter {

    private final NodeContext context;
    private final Listeners listeners;
    private final InstanceTable table;
    private final Recovery recovery;
    private final Orphans orphans;

    LocalEventRouter(NodeContext context, Listeners listeners, InstanceTable table, Recovery recovery, Orphans orphans) {
        this.context = context;
        this.listeners = listeners;
        this.table = table;
        this.recovery = recovery;
        this.orphans = orphans;
    }

    /** Runs something when each instance that has no owner now, or this node, is in memory here, or where this node has handed it over to. */
    void whenAllAreHere(Runnable then) {
        orphans.look(() -> recovery.whenArrived(() -> recovery.strangers().watch().whenEnded(then)));
    }

    /** Changes when an instance has come to another node, which may have heard of events before it had the instance. */
    long handOvers() {
        return recovery.strangers().watch().ended();
    }

    /** Completes when each instance of this node that takes the event has it durably in its journal. */
    Once<Void> deliver(Payload event) {
        Once<Void> done = new Once<>();
        deliver(event, done);
        return done;
    }

    /** As {@link #deliver(Payload)}; settles a promise. */
    void deliver(Payload event, Once<Void> done) {
        if (context.stopped()) {
            done.fail(EventRefusals.stopping());
            return;
        }
        var found = listeners.find(event.tree().path("type").asText());
        if (found.isEmpty()) {
            context.observers().engine().eventOffered(event, false);
            done.complete(null);
            return;
        }
        AtomicInteger left = new AtomicInteger(found.size());
        AtomicReference<Throwable> failure = new AtomicReference<>();
        AtomicBoolean taken = new AtomicBoolean();
        for (EventListener instance : found) {
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

    /** Completes as {@link Offer#done} does, with whether the event was taken. */
    private Once<Boolean> offer(EventListener instance, Payload event) {
        Once<Boolean> result = new Once<>();
        Offer offer = new Offer(event);
        offer.done().listen((nothing, failure) -> {
            if (failure instanceof MovedException) {
                recovery.whenArrived(() -> again(instance, offer, result));
            } else {
                result.settle(offer.wasTaken(), failure);
            }
        });
        instance.offer(offer);
        return result;
    }

    /** The instance has left the memory with an offer: if it is back, that object is asked. */
    private void again(EventListener before, Offer offer, Once<Boolean> result) {
        Instance now = table.live(before.id());
        if (now != null && now != before) {
            offer(now, offer.event()).listen(result::settle);
        } else if (context.stopping()) {
            // The instance has not been asked; it will listen again in the next life.
            result.fail(EventRefusals.stopping());
        } else if (offer.uncertain()) {
            result.fail(new StoreException("the instance " + before.id() + " cannot go on here", false, null));
        } else {
            result.complete(offer.wasTaken());
        }
    }
}
