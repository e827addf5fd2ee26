package dev.cairn.engine.event;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.instance.EventTracePropagator;
import dev.cairn.engine.instance.InstanceDependencies;
import dev.cairn.engine.instance.InstanceRegistry;
import dev.cairn.engine.instance.LifecycleNotifier;
import dev.cairn.engine.instance.ListenerIndex;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.node.StoreBackoff;
import dev.cairn.engine.port.EffectCall;
import dev.cairn.engine.port.InstanceMovedException;
import dev.cairn.engine.recovery.InstanceRecovery;
import dev.cairn.engine.recovery.OrphanClaimer;
import dev.cairn.event.CloudEventConverter;
import dev.cairn.spi.EventSink;
import dev.cairn.spi.EventSink.EmittingTask;
import dev.cairn.spi.NodeMessages;
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

    /** Maximum number of bytes of an event of this node that are examined before it is delivered to listeners. */
    private static final int MAX_BYTES_SEEN = 256 << 10;

    private final NodeContext context;
    private final InstanceDependencies dependencies;
    private final LocalEventRouter local;
    private final InstanceRecovery recovery;
    private final OrphanClaimer orphans;
    private final EventTriggerStarter triggers;
    /** All three null if events stay on this node: it has the store for itself. */
    private final EventBroadcaster broadcasts;
    private final RemoteEventReceiver remoteReceiver;
    private final NodeNoticeChannel notices;
    private final List<EventSink> sinks = new CopyOnWriteArrayList<>();
    /** The callers that wait for events that stay on this node. */
    private final Set<Promise<Void>> pendingPublications = ConcurrentHashMap.newKeySet();

    public EventRouter(InstanceDependencies dependencies, InstanceRegistry instances, InstanceRecovery recovery,
            OrphanClaimer orphans, EventStartPort starter) {
        this.context = dependencies.context();
        this.dependencies = dependencies;
        this.recovery = recovery;
        this.local = new LocalEventRouter(context, dependencies.listeners(), instances, recovery, orphans);
        this.orphans = orphans;
        this.triggers = new EventTriggerStarter(context, starter);
        listeners().wantAlways(triggers.lifecycleTypes());
        NodeMessages nodes = context.nodeMessages().orElse(null);
        this.broadcasts = nodes == null ? null : new EventBroadcaster(context, local, nodes);
        this.notices = nodes == null ? null : new NodeNoticeChannel(context, nodes);
        this.remoteReceiver = nodes == null ? null : new RemoteEventReceiver(context, local, broadcasts, nodes, notices);
    }

    /** Delivers events on this node alone. */
    public LocalEventRouter local() {
        return local;
    }

    public ListenerIndex listeners() {
        return dependencies.listeners();
    }

    public LifecycleNotifier lifecycle() {
        return dependencies.lifecycle();
    }

    /** The notices between the nodes; empty if this node has the store for itself. */
    public Optional<NodeNoticeChannel> notices() {
        return hears() ? Optional.ofNullable(notices) : Optional.empty();
    }

    private boolean hears() {
        return context.options().cluster().node().hears();
    }

    /** Begins to read events that other nodes publish. */
    public void begin() {
        if (remoteReceiver != null && hears()) {
            remoteReceiver.begin();
        }
    }

    /**
     * The engine has stopped: events without an acknowledgement by now get none. Blocks until other nodes have the instances
     * that were handed over to them.
     */
    public void stop() {
        pendingPublications.forEach(done -> done.fail(EventRejections.stopping()));
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
     * Completes when each instance that takes the event has it durably in its journal, on any node, and each instance that the event
     * starts is durable.
     */
    public Uni<Void> publish(JsonNode event) {
        return bring(event, this::publish);
    }

    private static Uni<Void> bring(JsonNode event, Function<JsonPayload, Promise<Void>> how) {
        return Uni.createFrom().deferred(() -> how.apply(JsonPayload.of(event)).uni()).onFailure(StoreException.class)
                .transform(failure -> EventRejections.notTaken(event, failure));
    }

    /** As {@link #publish(JsonNode)}; fails as the store does. */
    public Promise<Void> publish(JsonPayload event) {
        Promise<Void> delivered = deliver(event);
        if (!triggers.wants(event.tree())) {
            return delivered;
        }
        Promise<Void> done = new Promise<>();
        Promise<Void> starts = startsOf(event);
        delivered.listen((nothing, undelivered) -> starts.listen(
                (started, refused) -> done.settle(null, undelivered != null ? undelivered : refused)));
        return done;
    }

    private Promise<Void> deliver(JsonPayload event) {
        if (context.stopping()) {
            return Promise.failed(EventRejections.stopping());
        }
        return broadcasts == null ? publishHere(event) : broadcasts.publish(event);
    }

    /** Starts the instances of an event: on the node that publishes it, and on no other. */
    private Promise<Void> startsOf(JsonPayload event) {
        return context.stopping() ? Promise.failed(EventRejections.stopping()) : triggers.start(event);
    }

    private Promise<Void> publishHere(JsonPayload event) {
        Promise<Void> done = new Promise<>();
        pendingPublications.add(done);
        done.listen((nothing, failure) -> pendingPublications.remove(done));
        orphans.recovered().listen((nothing, failure) -> {
            if (failure == null) {
                recovery.whenArrived(() -> local.deliver(event, done));
            } else {
                done.fail(failure);
            }
        });
        if (context.stopped()) {
            // Callers that received a failure may not have seen this one.
            done.fail(EventRejections.stopping());
        }
        return done;
    }

    /**
     * Delivers an event to the listeners of this node, without a caller that waits for it; the delivery does not survive this
     * life.
     */
    public void pass(JsonNode event) {
        if (JsonPayload.textBytes(event, MAX_BYTES_SEEN, ValueDepthLimits.MAX_WRITTEN_DEPTH) < 0) {
            throw new ValueException("The event is nested too deep to be written by those who listen");
        }
        orphans.recovered().listen((nothing, failure) -> {
            // Otherwise it is never known here who listens.
            if (failure == null) {
                untilDurable(event, this::publishHere).subscribe()
                        .with(taken -> {}, lost -> {});
            }
        });
    }

    /**
     * Publishes an emitted event: to the consumers of the application, then to instances that listen. Instances come last: if a
     * consumer fails, the retry of the task emits another event.
     *
     * @return fails with {@link InstanceMovedException} if the application stops: its next life emits the same event again
     */
    public Uni<JsonNode> emit(EffectCall call) {
        JsonNode event = EventTracePropagator.of(call);
        Uni<Void> told = Uni.createFrom().voidItem();
        EmittingTask task = new EmittingTask(call.workflow(), call.version(), call.task());
        for (EventSink sink : sinks) {
            told = told.chain(() -> sink.send(CloudEventConverter.of(event), task));
        }
        return told.chain(() -> untilDurable(event, this::deliver))
                .onFailure(failure -> isRefused(failure, Reason.STOPPING)).transform(stopping -> new InstanceMovedException())
                .replaceWith(NullNode.getInstance());
    }

    private static boolean isRefused(Throwable failure, Reason reason) {
        return failure instanceof CairnException refused && refused.reason() == reason;
    }

    /**
     * Delivers an event of this node, and starts what it starts. A start that is repeated does not offer the event to instances again,
     * whose next task might take it. A workflow that refuses the event as its input is no concern of the emitting instance.
     */
    private Uni<Void> untilDurable(JsonNode event, Function<JsonPayload, Promise<Void>> delivery) {
        Uni<Void> delivered = untilDurable(event, delivery, StoreBackoff.FIRST_MILLIS);
        if (!triggers.wants(event)) {
            return delivered;
        }
        Uni<Void> started = untilDurable(event, this::startsOf, StoreBackoff.FIRST_MILLIS)
                .onFailure(EventInputException.class).recoverWithNull();
        return Uni.combine().all().unis(delivered, started).discardItems();
    }

    /** The listeners use the same store as the emitting instance: both go on when it is back. */
    private Uni<Void> untilDurable(JsonNode event, Function<JsonPayload, Promise<Void>> how, long delayMillis) {
        return bring(event, how)
                .onFailure(failure -> isRefused(failure, Reason.STORE_UNAVAILABLE) || isRefused(failure, Reason.OVERLOADED))
                .recoverWithUni(() -> pause(delayMillis)
                        .chain(() -> untilDurable(event, how, StoreBackoff.after(delayMillis))));
    }

    private Uni<Void> pause(long millis) {
        return Uni.createFrom().emitter(
                emitter -> emitter.onTermination(context.timers().after(millis, () -> emitter.complete(null))));
    }
}
