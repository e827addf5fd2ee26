package dev.cairn.engine.event;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.EventBus.PublishResult;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.event.gather.DueEventSets;
import dev.cairn.engine.event.kept.EventKeeper;
import dev.cairn.engine.event.kept.EventReach;
import dev.cairn.engine.event.kept.KeptEventPorts;
import dev.cairn.engine.event.passive.PassiveEventRouter;
import dev.cairn.engine.event.passive.PassiveListenerPorts;
import dev.cairn.engine.instance.InstanceDependencies;
import dev.cairn.engine.instance.InstanceRegistry;
import dev.cairn.engine.instance.LifecycleNotifier;
import dev.cairn.engine.instance.ListenerIndex;
import dev.cairn.engine.node.DurableRetryLoop;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.node.StoreHealth.Work;
import dev.cairn.engine.port.EffectCall;
import dev.cairn.engine.port.InstanceUnloadedException;
import dev.cairn.engine.recovery.InstanceClaimer;
import dev.cairn.engine.recovery.OrphanClaimer;
import dev.cairn.event.CloudEventConverter;
import dev.cairn.spi.EventSink;
import dev.cairn.spi.EventSink.EmittingTask;
import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.NodeMessages;
import dev.cairn.spi.RequestFailureClassifier;
import dev.cairn.spi.StoreException;
import dev.cairn.value.JsonPayload;
import dev.cairn.value.ValueDepthLimits;
import dev.cairn.value.ValueException;
import io.cloudevents.CloudEvent;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;

/**
 * Delivers events to the instances that listen for them, on this node and on others, and emitted events to the application as
 * well. Thread-safe.
 */
public final class EventRouter {

    /** Maximum number of bytes of a lifecycle event that are counted; a larger event counts as this. */
    private static final int MAX_BYTES_SEEN = 8 << 20;

    private final NodeContext context;
    private final InstanceDependencies dependencies;
    private final LocalEventRouter local;
    private final EventKeeper keeper;
    private final PassiveEventRouter passive;
    private final InstanceClaimer recovery;
    private final OrphanClaimer orphans;
    private final EventTriggerStarter triggers;
    private final PublicationLimit publications;
    private final LifecycleDeliveryLimit lifecycleLimit;
    /** All three null if events stay on this node: it has the store for itself. */
    private final EventBroadcaster broadcasts;
    private final RemoteEventReceiver remoteReceiver;
    private final NodeMessenger notices;
    private final List<EventSink> sinks = new CopyOnWriteArrayList<>();
    /** The callers that wait for events to be delivered. */
    private final Set<Promise<EventReach>> pendingPublications = ConcurrentHashMap.newKeySet();

    /** @param sender sends an event to an instance, as an operator does */
    public EventRouter(InstanceDependencies dependencies, InstanceStore store, InstanceRegistry instances,
            InstanceClaimer recovery, OrphanClaimer orphans, EventStartPort starter,
            EventSendPort sender) {
        this.context = dependencies.context();
        this.dependencies = dependencies;
        this.recovery = recovery;
        this.local = new LocalEventRouter(context, dependencies.listeners(), instances, recovery, orphans);
        this.orphans = orphans;
        this.triggers = new EventTriggerStarter(context, store, starter, (id, failure) -> recovery.later(Work.COMMITS,
                "look at a set of events", failure, () -> recovery.claim(id)));
        this.publications = new PublicationLimit(PublicationLimit.MAX_BYTES);
        this.lifecycleLimit = new LifecycleDeliveryLimit(context.time());
        listeners().wantAlways(triggers.lifecycleTypes());
        this.keeper = new EventKeeper(
                new KeptEventPorts(context, store, instances, dependencies.listeners(), local::offer, sender::sendHere,
                        sender::sendAnywhere));
        this.passive = new PassiveEventRouter(
                new PassiveListenerPorts(context, store, instances, dependencies.listeners(), sender::sendAnywhere));
        dependencies.listeners().keptEvents(keeper);
        instances.whenParked(keeper::parked);
        NodeMessages nodes = context.nodeMessages().orElse(null);
        this.broadcasts = nodes == null ? null
                : new EventBroadcaster(context, local, nodes, passive.fingerprint(), publications);
        this.notices = nodes == null ? null : new NodeMessenger(context, nodes);
        this.remoteReceiver = nodes == null ? null
                : new RemoteEventReceiver(context, local, passive, broadcasts, nodes, notices);
    }

    /** Delivers events on this node alone. */
    public LocalEventRouter local() {
        return local;
    }

    /** Looks at sets of events that are due. */
    public DueEventSets dueSets() {
        return triggers.dueSets();
    }

    public ListenerIndex listeners() {
        return dependencies.listeners();
    }

    public LifecycleNotifier lifecycle() {
        return dependencies.lifecycle();
    }

    /** The notices between the nodes; empty if this node has the store for itself. */
    public Optional<NodeMessenger> notices() {
        return hears() ? Optional.ofNullable(notices) : Optional.empty();
    }

    private boolean hears() {
        return context.options().cluster().node().hears();
    }

    /** Begins to read events that other nodes publish. */
    public void begin() {
        keeper.begin();
        passive.begin();
        if (remoteReceiver != null && hears()) {
            remoteReceiver.begin();
        }
    }

    /**
     * The engine has stopped: events without an acknowledgement by now get none. Blocks until other nodes have the instances
     * that were handed over to them.
     */
    public void stop() {
        pendingPublications.forEach(done -> done.fail(EventExceptionFactory.stopping()));
        keeper.stop(EventExceptionFactory.stopping());
        if (broadcasts != null) {
            broadcasts.stop();
        }
        recovery.incompatible().handOvers().awaitTaken();
    }

    /** From now on passes emitted events to a consumer. */
    public Cancellable onEmitted(Function<CloudEvent, Uni<Void>> consumer) {
        EventSink sink = (event, task) -> consumer.apply(event);
        addSink(sink);
        return () -> sinks.remove(sink);
    }

    /** From now on passes emitted events to another system. */
    public void addSink(EventSink sink) {
        sinks.add(sink);
    }

    /**
     * Completes when each instance that takes the event has it durably in its journal, on any node, each instance that the event
     * starts is durable, and the event is durable where it is kept.
     */
    public Uni<PublishResult> publish(JsonNode event) {
        return bring(event, this::publishOrKeep).invoke(this::told);
    }

    private void told(PublishResult result) {
        context.observers().engine().eventPublished(result.outcome());
    }

    private Promise<PublishResult> publishOrKeep(JsonPayload event) {
        Promise<PublishResult> result = new Promise<>();
        publish(event).listen((offered, failure) -> {
            if (failure == null) {
                keeper.settle(event, offered.reach(), () -> deliver(event)).listen((settled, unkept) -> result.settle(settled,
                        unkept != null ? unkept : offered.refusal()));
            } else {
                result.fail(failure);
            }
        });
        return result;
    }

    /** Keeps an event for a suspended or parked instance, which takes it when it goes on. */
    public Uni<PublishResult> keepFor(String instanceId, JsonNode event) {
        return Uni.createFrom().deferred(() -> keeper.keepFor(instanceId, JsonPayload.of(event)))
                .onFailure(StoreException.class).transform(failure -> EventExceptionFactory.notTaken(event, failure));
    }

    private static <T> Uni<T> bring(JsonNode event, Function<JsonPayload, Promise<T>> how) {
        return Uni.createFrom().deferred(() -> how.apply(JsonPayload.of(event)).uni()).onFailure(StoreException.class)
                .transform(failure -> EventExceptionFactory.notTaken(event, failure));
    }

    /**
     * Offers an event to all instances, and starts what it starts. Fails as the store does, or with {@code OVERLOADED} before the
     * event has reached an instance.
     */
    public Promise<EventOfferResult> publish(JsonPayload event) {
        Promise<EventOfferResult> done = new Promise<>();
        try {
            passive.check(event);
        } catch (CairnException overloaded) {
            return Promise.failed(overloaded);
        }
        Promise<EventOfferResult> starts = triggers.wants(event.tree()) ? startsOf(event)
                : Promise.completed(EventOfferResult.NONE);
        deliver(event).listen((reach, undelivered) -> starts.listen((started, unstarted) -> {
            if (undelivered != null || unstarted != null) {
                done.fail(undelivered != null ? undelivered : unstarted);
            } else {
                gathersOf(event).listen((gathered, ungathered) -> done.settle(
                        ungathered != null ? null : started.plus(gathered).plus(reach), ungathered));
            }
        }));
        return done;
    }

    private Promise<EventReach> deliver(JsonPayload event) {
        Promise<EventReach> done = new Promise<>();
        offer(event).listen((reach, failure) -> {
            if (failure == null) {
                untilStopped(passive.deliver(event, reach)).listen(done::settle);
            } else {
                done.fail(failure);
            }
        });
        return done;
    }

    /** Offers an event to the instances in memory, on all nodes. */
    private Promise<EventReach> offer(JsonPayload event) {
        if (context.stopping()) {
            return Promise.failed(EventExceptionFactory.stopping());
        }
        if (broadcasts != null) {
            return broadcasts.publish(event);
        }
        return orphans.recovered().settled() ? publishHere(event) : publications.hold(event, () -> publishHere(event));
    }

    /** Fails when the engine has stopped. */
    private Promise<EventReach> untilStopped(Promise<EventReach> done) {
        pendingPublications.add(done);
        done.listen((nothing, failure) -> pendingPublications.remove(done));
        if (context.stopped()) {
            // Callers that received a failure may not have seen this one.
            done.fail(EventExceptionFactory.stopping());
        }
        return done;
    }

    /** Starts the instances of an event: on the node that publishes it, and on no other. */
    private Promise<EventOfferResult> startsOf(JsonPayload event) {
        return context.stopping() ? Promise.failed(EventExceptionFactory.stopping()) : triggers.start(event);
    }

    /**
     * Takes an event into the sets that want it: on the node that publishes it, once all nodes have it. Otherwise an instance that a set
     * starts could receive an event of the set from another node.
     */
    private Promise<EventOfferResult> gathersOf(JsonPayload event) {
        return context.stopping() ? Promise.failed(EventExceptionFactory.stopping()) : triggers.gather(event);
    }

    private Promise<EventReach> publishHere(JsonPayload event) {
        Promise<EventReach> done = untilStopped(new Promise<>());
        orphans.recovered().listen((nothing, failure) -> {
            if (failure == null) {
                recovery.whenArrived(() -> local.deliver(event, done));
            } else {
                done.fail(failure);
            }
        });
        return done;
    }

    /**
     * Delivers a lifecycle event to the listeners of this node, without a caller that waits for it. The delivery does not survive
     * this life; the event is dropped if too many wait to be delivered.
     */
    public void pass(JsonNode event) {
        int sizeBytes = JsonPayload.textBytes(event, MAX_BYTES_SEEN, ValueDepthLimits.MAX_WRITTEN_DEPTH);
        if (sizeBytes < 0) {
            throw new ValueException("The event is nested too deep to be written by those who listen");
        }
        if (!lifecycleLimit.begin(event, sizeBytes)) {
            return;
        }
        orphans.recovered().listen((nothing, failure) -> {
            if (failure == null) {
                reached(event, untilDurable(event, this::publishHere), () -> gatheredSoon(event)).onTermination()
                        .invoke(() -> lifecycleLimit.delivered(sizeBytes)).subscribe()
                        .with(taken -> {}, lost -> {});
            } else {
                // It is never known here who listens.
                lifecycleLimit.delivered(sizeBytes);
            }
        });
    }

    /**
     * Publishes an emitted event: to the consumers of the application, then to instances that listen. Instances come last: if a
     * consumer fails, the retry of the task emits another event.
     *
     * @return fails with {@link InstanceUnloadedException} if the application stops: its next life emits the same event again
     */
    public Uni<JsonNode> emit(EffectCall call) {
        JsonNode event = EventTraceInjector.of(call);
        Uni<Void> heard = Uni.createFrom().voidItem();
        EmittingTask task = new EmittingTask(call.workflow(), call.version(), call.task());
        for (EventSink sink : sinks) {
            heard = heard.chain(() -> sink.send(CloudEventConverter.of(event), task));
        }
        return heard.chain(() -> emitted(event)).invoke(this::told)
                .onFailure(failure -> isRefused(failure, Reason.STOPPING))
                .transform(stopping -> new InstanceUnloadedException())
                .replaceWith(NullNode.getInstance());
    }

    /** False for a stop: the next life of the application emits the event again. */
    private static boolean mayPass(Throwable failure) {
        return failure instanceof CairnException && !isRefused(failure, Reason.STOPPING)
                && !RequestFailureClassifier.isFinal(failure);
    }

    private static boolean isRefused(Throwable failure, Reason reason) {
        return failure instanceof CairnException refused && refused.reason() == reason;
    }

    /**
     * Delivers an event of this node, and starts what it starts. A start that is repeated does not offer the event to instances again,
     * whose next task might take it. A workflow that refuses the event as its input is no concern of the emitting instance.
     */
    private Uni<EventReach> reached(JsonNode event, Uni<EventReach> delivered, Supplier<Uni<EventOfferResult>> gathers) {
        if (!triggers.wants(event)) {
            return delivered;
        }
        Uni<EventOfferResult> started = untilDurable(event, this::startsOf);
        Uni<EventReach> gathered = delivered.chain(reach -> gathers.get().map(sets -> sets.plus(reach).reach()));
        return Uni.combine().all().unis(gathered, started).with((reach, starts) -> starts.plus(reach).reach());
    }

    /** Takes a lifecycle event into sets. Sets that refuse it for long do not get it. */
    private Uni<EventOfferResult> gatheredSoon(JsonNode event) {
        long sinceMillis = context.time().millis();
        return DurableRetryLoop.run(context.timers(), () -> bring(event, this::gathersOf),
                failure -> mayPass(failure)
                        && !(isRefused(failure, Reason.OVERLOADED) && lifecycleLimit.isRefusedForLong(sinceMillis)))
                .onFailure(failure -> isRefused(failure, Reason.OVERLOADED)).recoverWithItem(refusal -> {
                    lifecycleLimit.dropped(event, ExceptionMessageFormatter.of(refusal));
                    return EventOfferResult.NONE;
                });
    }

    /** As with starts, instances in memory are not offered the event again if one outside of memory cannot be woken yet. */
    private Uni<PublishResult> emitted(JsonNode event) {
        Uni<EventReach> delivered = untilDurable(event, this::offer)
                .chain(reach -> wake(event, passive.attempts(JsonPayload.of(event), reach)));
        return reached(event, delivered, () -> untilDurable(event, this::gathersOf)).chain(reach -> untilDurable(event,
                payload -> keeper.settle(payload, reach, () -> deliver(payload))));
    }

    /** Brings an event to the instances that listen outside of memory. */
    private Uni<EventReach> wake(JsonNode event, Supplier<Promise<EventReach>> attempts) {
        return untilDurable(event, payload -> untilStopped(attempts.get()));
    }

    /**
     * The listeners use the same store as the emitting instance: both go on when it is back. Room for a kept event comes with the
     * time.
     */
    private <T> Uni<T> untilDurable(JsonNode event, Function<JsonPayload, Promise<T>> how) {
        return DurableRetryLoop.run(context.timers(), () -> bring(event, how),
                EventRouter::mayPass);
    }
}
