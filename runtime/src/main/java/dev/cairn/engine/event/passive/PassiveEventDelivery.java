package dev.cairn.engine.event.passive;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.concurrent.AsyncTaskLimiter;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.event.kept.EventOriginFilter;
import dev.cairn.engine.event.kept.EventReach;
import dev.cairn.engine.instance.InstanceActorReference;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.node.StoreBackoff;
import dev.cairn.engine.port.InstanceUnloadedException;
import dev.cairn.spi.StoreException;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Uni;

/**
 * The delivery of one event to the instances that listen outside of memory: a key after another, a page of instances at a time. Used by one attempt
 * at a time.
 */
final class PassiveEventDelivery {

    private final PassiveListenerPorts ports;
    private final NodeContext context;
    private final PassiveListeners subscriptions;
    private final CorrelationKeyIndex index;
    private final AsyncTaskLimiter wakes;
    private final JsonPayload event;
    private final EventReach before;
    private final EventOriginFilter origin;
    private final AtomicInteger taken = new AtomicInteger();
    private final Set<String> suspendedIds = ConcurrentHashMap.newKeySet();
    /** The keys whose instances do not all have the event; null before the first attempt. */
    private Deque<String> keys;
    /** The present page of the first of the keys; null for its first page. */
    private String cursor;
    /** The instances of the previous page: an instance may have rows on two pages in a row. */
    private Set<String> previousPage = Set.of();
    /** The instances of the present page that the event has reached. */
    private Set<String> reached = ConcurrentHashMap.newKeySet();

    /**
     * @param wakes bounds the instances that are brought into memory at a time, for all events
     * @param before the instances in memory that the event has reached
     */
    PassiveEventDelivery(PassiveListenerPorts ports, PassiveListeners subscriptions, CorrelationKeyIndex index,
            AsyncTaskLimiter wakes, JsonPayload event, EventReach before) {
        this.ports = ports;
        this.context = ports.context();
        this.subscriptions = subscriptions;
        this.index = index;
        this.wakes = wakes;
        this.event = event;
        this.before = before;
        this.origin = new EventOriginFilter(event);
    }

    /**
     * Completes with the instances in memory and outside of it, once each that takes the event has it durably. After a failure it can be
     * called again, and goes on with the page on which an instance could not be reached.
     */
    Uni<EventReach> deliver() {
        return allKeys().chain(this::pages)
                .map(nothing -> before.plus(new EventReach(taken.get(), suspendedIds)));
    }

    private Uni<Void> allKeys() {
        return keys != null ? Uni.createFrom().voidItem()
                : index.keys(event.tree()).invoke(found -> keys = new ArrayDeque<>(found)).replaceWithVoid();
    }

    private Uni<Void> pages() {
        if (keys.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        return subscriptions.find(keys.peek(), cursor).chain(page -> all(page.listeners()).uni().invoke(() -> passed(page)))
                // A worker goes on: a store that answers at once must not grow the stack.
                .chain(() -> keys.isEmpty() ? Uni.createFrom().voidItem()
                        : Uni.createFrom().deferred(this::pages).runSubscriptionOn(context.threads()::worker));
    }

    private void passed(PassiveListenerPage page) {
        previousPage = reached;
        reached = ConcurrentHashMap.newKeySet();
        cursor = page.next();
        if (cursor == null) {
            keys.remove();
        }
    }

    private Promise<Void> all(List<PassiveListener> found) {
        Promise<Void> done = new Promise<>();
        Set<String> seen = new HashSet<>();
        List<PassiveListener> listeners = found.stream().filter(listener -> isNew(listener.instanceId()))
                .filter(listener -> seen.add(listener.instanceId())).toList();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        AtomicInteger left = new AtomicInteger(listeners.size() + 1);
        Runnable ended = () -> {
            if (left.decrementAndGet() == 0) {
                done.settle(null, failure.get());
            }
        };
        for (PassiveListener listener : listeners) {
            Promise<Void> sent = new Promise<>();
            sent.listen((nothing, failed) -> {
                if (failed == null) {
                    reached.add(listener.instanceId());
                } else {
                    failure.compareAndSet(null, failed);
                }
                ended.run();
            });
            wake(listener, sent, StoreBackoff.FIRST_MILLIS);
        }
        ended.run();
        return done;
    }

    private boolean isNew(String id) {
        return !before.stored().contains(id) && !origin.hasStarted(id) && !previousPage.contains(id) && !reached.contains(id);
    }

    /** Sends the event once there is a permit; an instance for which there is no room gives it back until it is tried again. */
    private void wake(PassiveListener listener, Promise<Void> sent, long delayMillis) {
        wakes.submit(free -> {
            Promise<Void> attempt = new Promise<>();
            attempt.listen((nothing, failed) -> {
                free.run();
                if (failed instanceof CairnException refusal && refusal.reason() == Reason.OVERLOADED) {
                    context.timers().after(delayMillis, () -> wake(listener, sent, StoreBackoff.after(delayMillis)));
                } else {
                    sent.settle(null, failed);
                }
            });
            send(listener, attempt);
        });
    }

    private void send(PassiveListener listener, Promise<Void> sent) {
        if (context.stopped()) {
            sent.fail(new StoreException("the application has stopped", false, null));
            return;
        }
        ports.send().apply(listener.instanceId(), event).listen((nothing, refusal) -> {
            if (refusal == null) {
                taken.incrementAndGet();
                sent.complete(null);
            } else if (refusal instanceof CairnException refused) {
                refused(listener, refused, sent);
            } else {
                // The instance moves to another node. Its publisher offers the event again.
                sent.fail(refusal instanceof InstanceUnloadedException
                        ? new StoreException("the instance " + listener.instanceId() + " is on its way to another node", false,
                                refusal)
                        : refusal);
            }
        });
    }

    private void refused(PassiveListener listener, CairnException refusal, Promise<Void> sent) {
        Reason reason = refusal.reason();
        switch (reason) {
            case NOT_LISTENING -> notWanted(listener, sent);
            // It has taken another update with this key: its refusal is no concern of the others.
            case KEY_REUSED -> sent.complete(null);
            case INSTANCE_SUSPENDED -> suspended(listener, sent);
            case WRONG_PHASE, UNKNOWN_INSTANCE -> gone(listener, sent);
            default -> sent.fail(refusal);
        }
    }

    /** The event is kept for the instance, which may have been suspended or parked since the publisher searched for such. */
    private void suspended(PassiveListener listener, Promise<Void> sent) {
        suspendedIds.add(listener.instanceId());
        sent.complete(null);
    }

    /** A crash has left the subscription of an ended instance. */
    private void gone(PassiveListener listener, Promise<Void> sent) {
        subscriptions.instanceEnded(listener);
        sent.complete(null);
    }

    private void notWanted(PassiveListener listener, Promise<Void> sent) {
        InstanceActorReference live = ports.instances().live(listener.instanceId());
        if (live != null && live.view().status() == InstanceStatus.SUSPENDED) {
            suspended(listener, sent);
        } else if (live != null) {
            live.refused(listener.position()).listen((nothing, failed) -> sent.complete(null));
        } else {
            Uni.createFrom().deferred(() -> ports.store().row(listener.instanceId())).subscribe().with(row -> {
                if (row.isEmpty() || row.get().status().ended()) {
                    gone(listener, sent);
                } else if (row.get().phase() == InstanceStatus.SUSPENDED) {
                    suspended(listener, sent);
                } else {
                    sent.complete(null);
                }
            }, sent::fail);
        }
    }
}
