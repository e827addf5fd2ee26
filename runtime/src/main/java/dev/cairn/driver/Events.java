package dev.cairn.driver;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.event.CloudEvents;
import dev.cairn.spi.CauseText;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.NodeMessages;
import dev.cairn.spi.StoreException;
import dev.cairn.value.Payload;
import dev.cairn.value.ValueException;
import dev.cairn.value.Values;
import io.cloudevents.CloudEvent;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;

/**
 * Delivers events to the instances that listen for them, on this node and on others, and emitted events to the application as
 * well. Thread-safe.
 */
final class Events {

    /** Maximum number of bytes of an event of this node that are examined before it is delivered to listeners. */
    private static final int MOST_BYTES_SEEN = 256 << 10;

    private final NodeContext context;
    private final InstancePorts ports;
    private final InstanceTable table;
    private final Recovery recovery;
    private final Orphans orphans;
    /** All three null if events stay on this node: it has the store for itself. */
    private final Broadcasts broadcasts;
    private final Hearing hearing;
    private final NodeNotices notices;
    private final List<Function<CloudEvent, Uni<Void>>> consumers = new CopyOnWriteArrayList<>();
    /** The callers that wait for events that stay on this node. */
    private final Set<Once<Void>> waiting = ConcurrentHashMap.newKeySet();

    Events(InstancePorts ports, InstanceStore store, InstanceTable table, Recovery recovery, Orphans orphans) {
        this.context = ports.context();
        this.ports = ports;
        this.table = table;
        this.recovery = recovery;
        this.orphans = orphans;
        NodeMessages nodes = store.capabilities().shared() ? store.nodeMessages().orElse(null) : null;
        this.broadcasts = nodes == null ? null : new Broadcasts(context, this, nodes);
        this.notices = nodes == null ? null : new NodeNotices(context, nodes);
        this.hearing = nodes == null ? null : new Hearing(context, this, nodes, notices);
    }

    Listeners listeners() {
        return ports.listeners();
    }

    Lifecycle lifecycle() {
        return ports.lifecycle();
    }

    /** The notices between the nodes; empty if this node has the store for itself. */
    Optional<NodeNotices> notices() {
        return hears() ? Optional.ofNullable(notices) : Optional.empty();
    }

    private boolean hears() {
        return context.options().cluster().node().hears();
    }

    /** Begins to read events that other nodes publish. */
    void begin() {
        if (hearing != null && hears()) {
            hearing.begin();
        }
    }

    /**
     * The engine has stopped: events without an acknowledgement by now get none. Blocks until other nodes have the instances
     * that were handed over to them.
     */
    void stop() {
        waiting.forEach(done -> done.fail(isStopping()));
        if (broadcasts != null) {
            broadcasts.stop();
        }
        recovery.strangers().watch().awaitTaken();
    }

    /** From now on passes emitted events to a consumer. */
    Cancellable onEmitted(Function<CloudEvent, Uni<Void>> consumer) {
        consumers.add(consumer);
        return () -> consumers.remove(consumer);
    }

    /** Completes when each instance that takes the event has it durably in its journal, on any node. */
    Uni<Void> publish(JsonNode event) {
        return bring(event, this::publish);
    }

    private static Uni<Void> bring(JsonNode event, Function<Payload, Once<Void>> how) {
        return Uni.createFrom().deferred(() -> how.apply(Payload.of(event)).uni()).onFailure(StoreException.class)
                .transform(failure -> notTaken(event, failure));
    }

    /** As {@link #publish(JsonNode)}; fails as the store does. */
    Once<Void> publish(Payload event) {
        if (context.stopping()) {
            Once<Void> refused = new Once<>();
            refused.fail(isStopping());
            return refused;
        }
        return broadcasts == null ? publishHere(event) : broadcast(event);
    }

    /** As {@link #publish(Payload)}, from a node that may be stopping: it still publishes received events again. */
    Once<Void> broadcast(Payload event) {
        Once<Void> done = new Once<>();
        broadcasts.publish(event, done);
        return done;
    }

    private Once<Void> publishHere(Payload event) {
        Once<Void> done = new Once<>();
        waiting.add(done);
        done.listen((nothing, failure) -> waiting.remove(done));
        orphans.recovered().listen((nothing, failure) -> {
            if (failure == null) {
                recovery.whenArrived(() -> deliver(event, done));
            } else {
                done.fail(failure);
            }
        });
        if (context.stopped()) {
            // Callers that received a failure may not have seen this one.
            done.fail(isStopping());
        }
        return done;
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

    /**
     * Delivers an event to the listeners of this node, without a caller that waits for it; the delivery does not survive this
     * life.
     */
    void pass(JsonNode event) {
        if (Payload.textBytes(event, MOST_BYTES_SEEN, Values.MAX_WRITTEN_DEPTH) < 0) {
            throw new ValueException("The event is nested too deep to be written by those who listen");
        }
        orphans.recovered().listen((nothing, failure) -> {
            // Otherwise it is never known here who listens.
            if (failure == null) {
                untilDurable(event, this::publishHere, Backoff.FIRST_MILLIS).subscribe().with(taken -> {}, lost -> {});
            }
        });
    }

    private static CairnException notTaken(JsonNode event, Throwable failure) {
        return new CairnException(Reason.STORE_UNAVAILABLE, "CAIRN-0451: Cannot confirm that an event was taken [type="
                + event.path("type").asText() + ", source=" + event.path("source").asText() + ", id="
                + event.path("id").asText() + "]: the store failed: " + CauseText.of(failure)
                + (Failures.isPermanent(failure) ? ". Restart the application, then publish it again" : ". Publish it again")
                + ": a task that has taken it in takes no other with the same source and id.", failure);
    }

    static CairnException noEvent(JsonNode event, RuntimeException cause) {
        return noEvent(event.path("type").asText(), event.path("source").asText(), event.path("id").asText(), cause);
    }

    static CairnException noEvent(String type, Object source, String id, RuntimeException cause) {
        return new CairnException(Reason.INVALID_INPUT, "CAIRN-0453: Cannot take in an event [type=" + type + ", source="
                + source + ", id=" + id + "]: " + CauseText.of(cause) + ". No instance has received it.", cause);
    }

    static CairnException isStopping() {
        return new CairnException(Reason.STOPPING, "CAIRN-0452: Cannot take in an event: the application is stopping."
                + " Publish it again when it has started.", null);
    }

    private void deliver(Payload event, Once<Void> done) {
        if (context.stopped()) {
            done.fail(isStopping());
            return;
        }
        var found = listeners().find(event.tree().path("type").asText());
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
            result.fail(isStopping());
        } else if (offer.uncertain()) {
            result.fail(new StoreException("the instance " + before.id() + " cannot go on here", false, null));
        } else {
            result.complete(offer.wasTaken());
        }
    }

    /**
     * Publishes an emitted event: to the consumers of the application, then to instances that listen. Instances come last: if a
     * consumer fails, the retry of the task emits another event.
     *
     * @return fails with {@link MovedException} if the application stops: its next life emits the same event again
     */
    Uni<JsonNode> emit(EffectCall call) {
        JsonNode event = TracedEvents.of(call);
        Uni<Void> told = Uni.createFrom().voidItem();
        for (Function<CloudEvent, Uni<Void>> consumer : consumers) {
            told = told.chain(() -> consumer.apply(CloudEvents.of(event)));
        }
        return told.chain(() -> untilDurable(event, this::publish, Backoff.FIRST_MILLIS))
                .onFailure(failure -> isRefused(failure, Reason.STOPPING)).transform(stopping -> new MovedException())
                .replaceWith(NullNode.getInstance());
    }

    private static boolean isRefused(Throwable failure, Reason reason) {
        return failure instanceof CairnException refused && refused.reason() == reason;
    }

    /** The listeners use the same store as the emitting instance: both go on when it is back. */
    private Uni<Void> untilDurable(JsonNode event, Function<Payload, Once<Void>> how, long delayMillis) {
        return bring(event, how).onFailure(failure -> isRefused(failure, Reason.STORE_UNAVAILABLE))
                .recoverWithUni(() -> pause(delayMillis)
                        .chain(() -> untilDurable(event, how, Backoff.after(delayMillis))));
    }

    private Uni<Void> pause(long millis) {
        return Uni.createFrom().emitter(
                emitter -> emitter.onTermination(context.timers().after(millis, () -> emitter.complete(null))));
    }
}
