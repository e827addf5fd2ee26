package dev.cairn.engine.event.kept;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

import dev.cairn.api.CairnException;
import dev.cairn.api.EventBus.PublishResult;
import dev.cairn.api.EventBus.PublishResult.Outcome;
import dev.cairn.api.InstanceView;
import dev.cairn.engine.concurrent.KeyedTaskQueue;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.instance.EventReceivingInstance;
import dev.cairn.engine.instance.InstanceActorReference;
import dev.cairn.engine.instance.ListenerIndex;
import dev.cairn.engine.node.DurableRetryLoop;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.option.KeptEventOptions;
import dev.cairn.spi.StoreException;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;

/**
 * Keeps events for instances that are suspended or parked, and events that no instance takes for those that begin to listen in
 * time. Thread-safe.
 *
 * <p>
 * An event is written and then offered once more. An instance begins to listen and then looks for kept events. So at least one
 * of the two sees the other.
 */
public final class EventKeeper implements ListenerIndex.KeptEventGateway {

    /** Stands for an event that is not kept. */
    private static final KeptEvent NONE = new KeptEvent("", "", null, 0, 0, 0);

    private final NodeContext context;
    private final KeptEventPorts ports;
    /** The time for which events are kept, by type. */
    private final Map<String, Long> keptMillis;
    private final KeptEventStore store;
    private final KeptEventQuota quota;
    private final boolean shared;
    private final KeyedTaskQueue events;
    private final KeptEventFinder finder;
    private final SuspendedListeners suspended;
    private final OrphanedEventSweeper sweeper;
    /** Ids of the events that are being discarded. */
    private final Set<String> discarding = ConcurrentHashMap.newKeySet();
    /** Callers that wait until an event is kept. */
    private final Set<Promise<PublishResult>> pendingResults = ConcurrentHashMap.newKeySet();

    public EventKeeper(KeptEventPorts ports) {
        this.context = ports.context();
        this.ports = ports;
        KeptEventOptions options = context.options().run().keptEvents();
        this.keptMillis = options.with(context.programs().all().stream().map(InstalledProgram::program).toList());
        this.store = context.keepsState() ? new StoredKeptEvents(context, ports.store()) : new MemoryKeptEvents(context.time());
        this.shared = ports.store().capabilities().shared();
        this.quota = new KeptEventQuota(store, context.time(), options);
        this.events = new KeyedTaskQueue(context.threads()::worker);
        this.suspended = new SuspendedListeners(ports, new SubscriptionRows(context, ports.store()));
        this.finder = new KeptEventFinder(ports, this);
        this.sweeper = new OrphanedEventSweeper(ports, this);
    }

    @Override
    public boolean keepsAny() {
        return !keptMillis.isEmpty();
    }

    /** The application runs instances from now on. */
    public void begin() {
        quota.counted().subscribe().with(nothing -> {}, failure -> {
            // Then instances look for kept events until the store can be counted.
        });
        if (context.keepsState()) {
            suspended.look();
            sweeper.begin();
        }
    }

    /** The application has stopped: events that are not kept by now are not acknowledged any more. */
    public void stop(Throwable refusal) {
        pendingResults.forEach(result -> result.fail(refusal));
    }

    /** True if it is known that nothing is kept. */
    boolean isEmpty() {
        return !shared && quota.isEmpty();
    }

    private boolean keeps(JsonPayload event) {
        return keepsAny() && keptMillis.containsKey(KeptEvent.type(event));
    }

    private KeptEvent forAny(JsonPayload event) {
        return KeptEvent.of(event, context.time().millis(), keptMillis.get(KeptEvent.type(event)));
    }

    /**
     * The result of an event that was offered. The event is kept for suspended instances that listen, and for others if no instance has taken it.
     *
     * @param offer offers it to all instances once more
     * @return settles when the event is durable where it is kept; fails as the store does, or with a {@link CairnException} if too
     *         much is kept already
     */
    public Promise<PublishResult> settle(JsonPayload event, EventReach reach, Supplier<Promise<EventReach>> offer) {
        if (reach.suspended().isEmpty() && !suspended.mayBeAny() && (reach.instances() > 0 || !keeps(event))) {
            return Promise.completed(PublishResult.takenBy(reach.instances()));
        }
        Promise<PublishResult> result = new Promise<>();
        pendingResults.add(result);
        result.listen((nothing, failure) -> pendingResults.remove(result));
        suspended.find(KeptEvent.type(event)).chain(subscribed -> {
            Set<String> ids = new HashSet<>(reach.suspended());
            ids.addAll(subscribed);
            return keepFor(ids, event, true);
        }).subscribe().with(kept -> {
            if (reach.instances() == 0 && keeps(event)) {
                keepForAny(event, offer, result);
            } else {
                result.complete(result(reach.instances(), kept));
            }
        }, result::fail);
        return result;
    }

    /** Keeps an event for an instance that is suspended or parked, without regard to the tasks that listen. */
    public Uni<PublishResult> keepFor(String instanceId, JsonPayload event) {
        return keepFor(Set.of(instanceId), event, false).map(kept -> result(0, kept));
    }

    private static PublishResult result(int instances, List<KeptEvent> kept) {
        if (kept.isEmpty()) {
            return PublishResult.takenBy(instances);
        }
        return new PublishResult(instances > 0 ? Outcome.TAKEN : Outcome.KEPT, instances,
                Instant.ofEpochMilli(kept.get(0).expiresAtMillis()));
    }

    /** @param found true if subscriptions may have found the instances */
    private Uni<List<KeptEvent>> keepFor(Set<String> instanceIds, JsonPayload event, boolean found) {
        EventOriginFilter origin = new EventOriginFilter(event);
        List<String> others = instanceIds.stream().filter(id -> !origin.hasStarted(id)).toList();
        return Multi.createFrom().iterable(others).onItem()
                .transformToUniAndConcatenate(id -> keepForExisting(id, event, found)).select().where(kept -> kept != NONE)
                .collect()
                .asList();
    }

    /** Gives {@link #NONE} if the instance does not want the event. */
    private Uni<KeptEvent> keepForExisting(String instanceId, JsonPayload event, boolean found) {
        return suspended.wantsNothing(instanceId, found).chain(unwanted -> {
            if (unwanted) {
                suspended.unsubscribe(instanceId);
                return Uni.createFrom().item(NONE);
            }
            KeptEvent kept = KeptEvent.of(event, instanceId, context.time().millis());
            return write(kept, event).invoke(state -> {
                InstanceActorReference live = ports.table().live(instanceId);
                if (live != null && state != KeptEventState.TAKEN) {
                    // It may have gone on, and looked before the event was durable.
                    finder.look(live, List.of(KeptEventFinder.OF_INSTANCE));
                }
            }).replaceWith(kept);
        });
    }

    private void keepForAny(JsonPayload event, Supplier<Promise<EventReach>> offer, Promise<PublishResult> result) {
        KeptEvent kept = forAny(event);
        events.submit(kept.id(), done -> {
            result.listen((nothing, failure) -> done.run());
            write(kept, event).subscribe().with(state -> written(kept, state, offer, result), result::fail);
        });
    }

    private Uni<KeptEventState> write(KeptEvent kept, JsonPayload event) {
        return quota.reserve(event)
                .chain(() -> store.put(kept, event)
                        .onTermination().invoke((state, failure, cancelled) -> quota.settled(kept.sizeBytes(),
                                // The journal completes the write also if the caller cancels.
                                cancelled || state == KeptEventState.NEW)))
                // No room is left for a new event, but the store may have this event already.
                .onFailure(CairnException.class).recoverWithUni(refusal -> store.content(kept)
                        .map(content -> content.map(there -> KeptEventState.KEPT).orElseThrow(() -> (CairnException) refusal)));
    }

    private void written(KeptEvent kept, KeptEventState state, Supplier<Promise<EventReach>> offer,
            Promise<PublishResult> result) {
        if (state == KeptEventState.TAKEN) {
            result.complete(PublishResult.takenBy(1));
            return;
        }
        offer.get().listen((reach, failure) -> {
            if (failure != null) {
                result.fail(failure);
            } else if (reach.instances() == 0) {
                result.complete(result(0, List.of(kept)));
            } else {
                taken(kept).listen((nothing, unwritten) -> result
                        .settle(PublishResult.takenBy(reach.instances()), unwritten));
            }
        });
    }

    /** An instance does not want an event any more. Many may find that out: the event is removed once. */
    void discard(KeptEvent event) {
        if (discarding.add(event.id())) {
            ifKept(event, content -> taken(event)).onFailure(failure -> !(failure instanceof StoreException))
                    // It cannot be read, and need not be.
                    .recoverWithUni(() -> taken(event).uni()).onTermination().invoke(() -> discarding.remove(event.id()))
                    .subscribe().with(nothing -> {}, failure -> {
                        // A later round finds it again.
                    });
        }
    }

    /** Does something with an event that is kept, behind all others that do. Fails if the event cannot be read, and as the act does. */
    Uni<Void> ifKept(KeptEvent event, Function<JsonPayload, Promise<Void>> act) {
        return Uni.createFrom().emitter(emitter -> events.submit(event.id(),
                done -> store.content(event).chain(content -> content.isEmpty() ? Uni.createFrom().voidItem()
                        : act.apply(content.get()).uni()).onTermination().invoke(done).subscribe()
                        .with(nothing -> emitter.complete(null), emitter::fail)));
    }

    /** Records that an instance has a kept event, or that no instance wants it any more; tried until it succeeds. */
    Promise<Void> taken(KeptEvent event) {
        Promise<Void> done = new Promise<>();
        DurableRetryLoop.run(context.timers(), () -> store.taken(event), failure -> !context.stopped()).subscribe()
                .with(nothing -> {
                    quota.release(event.sizeBytes());
                    done.complete(null);
                }, failure -> done.fail(new StoreException("the application has stopped", false, failure)));
        return done;
    }

    /** An instance has taken an event that was kept for it: the same event is not kept for any instance then. */
    Promise<Void> takenByInstance(KeptEvent event, JsonPayload content) {
        Promise<Void> done = new Promise<>();
        taken(event).listen((nothing, failure) -> {
            if (failure != null || !keeps(content)) {
                done.settle(null, failure);
                return;
            }
            KeptEvent same = forAny(content);
            events.submit(same.id(), end -> {
                done.listen((any, ignored) -> end.run());
                store.content(same).subscribe().with(there -> {
                    if (there.isPresent()) {
                        taken(same).listen(done::settle);
                    } else {
                        done.complete(null);
                    }
                }, done::fail);
            });
        });
        return done;
    }

    @Override
    public void began(EventReceivingInstance instance, Collection<String> types, boolean wasSuspended) {
        if (wasSuspended) {
            suspended.goesOn(instance.id());
        }
        if (isEmpty()) {
            if (wasSuspended && suspended.mayBeAny()) {
                suspended.unsubscribe(instance.id());
            }
            return;
        }
        List<String> queries = new ArrayList<>();
        if (wasSuspended) {
            queries.add(KeptEventFinder.OF_INSTANCE);
        }
        types.stream().filter(keptMillis::containsKey).distinct().forEach(queries::add);
        if (!queries.isEmpty()) {
            finder.look(instance, queries);
        }
    }

    @Override
    public Promise<Void> subscribe(String instanceId, Collection<String> types) {
        List<String> named = types.stream().filter(type -> !type.isEmpty()).toList();
        return named.isEmpty() || !context.keepsState() ? Promise.completed(null) : suspended.subscribe(instanceId, named);
    }

    @Override
    public void left(String instanceId) {
        suspended.goesOn(instanceId);
    }

    /** An instance is parked: the types that its workflow names in any version find it, first here and then in the store. */
    public void parked(InstanceView view) {
        List<String> types = context.programs().byWorkflow().getOrDefault(view.workflow(), List.of()).stream()
                .flatMap(program -> KeptEventOptions.types(program.program())).distinct().toList();
        if (context.keepsState() && !types.isEmpty()) {
            Runnable found = ports.listeners().addParked(view.id(), types);
            suspended.subscribeParked(view.id(), types).listen((nothing, failure) -> found.run());
        }
    }

    KeptEventStore store() {
        return store;
    }

    KeyedTaskQueue events() {
        return events;
    }

    KeptEventFinder finder() {
        return finder;
    }

    SuspendedListeners suspended() {
        return suspended;
    }
}
