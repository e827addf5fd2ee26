package dev.cairn.engine.instance;

import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.jboss.logging.Logger;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.InstanceView;
import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.engine.audit.EngineFailureTranslator;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.node.StoreBackoff;
import dev.cairn.engine.observer.LiveChangeNotifier;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.executor.JournalEvent.Started;
import dev.cairn.executor.TraceContext;
import dev.cairn.journal.DamagedEntryException;
import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.PayloadCodecException;
import dev.cairn.spi.StoredInstance;
import dev.cairn.value.JqValues;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Uni;

/** The registry of instances: finds them in memory, parked, ended, or in the store. */
public final class InstanceRegistry {

    private static final Logger LOG = Logger.getLogger("dev.cairn");

    private final NodeContext context;
    private final InstanceStore store;
    private final EndedInstanceCache endedInstances;
    /** Null if the store is not shared. */
    private final OutcomePoller poller;
    private final ConcurrentMap<String, InstanceActorReference> live = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, InstanceView> parked = new ConcurrentHashMap<>();
    /** Outcomes that callers wait for, for instances on any node. */
    private final ConcurrentMap<String, Promise<Ended>> awaited = new ConcurrentHashMap<>();
    private final ParkedRowWriter parkedRows;
    private final LiveChangeNotifier changeListeners;
    private volatile Consumer<InstanceView> parkedListener = view -> {};

    /**
     * A registry whose store may be shared: then it watches instances that others run.
     *
     * @param changeListeners are told of instances that are parked, or tried again
     */
    public InstanceRegistry(NodeContext context, InstanceStore store, EndedInstanceCache endedInstances,
            LiveChangeNotifier changeListeners) {
        this.context = context;
        this.store = store;
        this.endedInstances = endedInstances;
        this.changeListeners = changeListeners;
        this.parkedRows = new ParkedRowWriter(context, this::isParked);
        this.poller = store.capabilities().shared()
                ? new OutcomePoller(store, context.timers(), context.time(), context.health(), this::waitedForElsewhere,
                        this::look)
                : null;
    }

    /** Adds an instance unless its id is in memory already: then that instance is returned, else null. */
    public InstanceActorReference add(InstanceActorReference instance) {
        return live.putIfAbsent(instance.id(), instance);
    }

    /** Removes an instance from memory; callers keep waiting for its outcome, unless it is parked. */
    public void remove(InstanceActorReference instance) {
        live.remove(instance.id(), instance);
        // The instance in memory may have been a start with the same idempotency key, which the store has refused.
        CairnException standsStill = standsStill(instance.id());
        if (standsStill == null) {
            watch(instance.id());
        } else {
            tell(instance.id(), waiting -> waiting.fail(standsStill));
        }
    }

    /**
     * Removes an instance from memory that may not be in the store; fails the callers that wait for it by the id of its
     * idempotency key.
     */
    public void forget(InstanceActorReference instance) {
        remove(instance);
        if (poller == null) {
            look(instance.id());
        }
    }

    /** Removes an ended instance from memory, and notifies the callers that found it there. */
    public void end(InstanceActorReference instance, Ended ended) {
        AtomicReference<Promise<Ended>> told = new AtomicReference<>();
        live.computeIfPresent(instance.id(), (id, now) -> {
            if (now != instance) {
                return now;
            }
            told.set(awaited.remove(id));
            return null;
        });
        Promise<Ended> waiting = told.get();
        if (waiting != null) {
            waiting.complete(ended);
        }
    }

    /** Completes the waits for an instance with its end, if the store knows it. */
    public void look(String id) {
        if (awaited.containsKey(id)) {
            look(id, failure -> notSeen(id, failure));
        }
    }

    /** Fails the waiting callers if the failure is permanent. After any other failure the instance is looked up again. */
    private void notSeen(String id, Throwable failure) {
        if (failure instanceof CairnException || EngineFailureTranslator.isPermanent(failure)) {
            tell(id, waiting -> waiting.fail(asTold(id, failure)));
        } else if (poller != null) {
            watch(id);
        } else if (!context.stopped()) {
            context.timers().after(StoreBackoff.after(failure), () -> look(id));
        }
    }

    private static CairnException asTold(String id, Throwable failure) {
        return failure instanceof CairnException told ? told : CommandRejections.unavailable(id, failure);
    }

    private void look(String id, Consumer<Throwable> failed) {
        Uni<Optional<StoredInstance>> loading = Uni.createFrom().deferred(() -> context.journal().load(id));
        loading.map(stored -> new Seen(stored.isPresent(), stored.map(this::end).orElse(null)))
                .onFailure(EngineFailureTranslator::isUnreadable).transform(cause -> CommandRejections.unreadable(id, cause))
                .subscribe()
                .with(seen -> {
                    if (seen.ended != null) {
                        tell(id, waiting -> waiting.complete(seen.ended));
                    } else if (!seen.there && !live.containsKey(id)) {
                        tell(id, waiting -> waiting.fail(CommandRejections.unknown(id)));
                    } else {
                        watch(id);
                    }
                }, failed);
    }

    /** The store's state of an instance; its end is null if it has not ended. */
    private record Seen(boolean there, Ended ended) {}

    private void watch(String id) {
        if (poller != null && awaited.containsKey(id)) {
            poller.add(id);
        }
    }

    /** True if a caller waits for an instance that this node does not run. An entry without a waiting caller is removed. */
    private boolean waitedForElsewhere(String id) {
        return forgetIfNobodyWaits(id) != null && !live.containsKey(id);
    }

    /** The awaited outcome, or null. */
    private Promise<Ended> forgetIfNobodyWaits(String id) {
        return awaited.computeIfPresent(id, (key, once) -> once.waitedFor() ? once : null);
    }

    private void tell(String id, Consumer<Promise<Ended>> settle) {
        Promise<Ended> waiting = awaited.remove(id);
        if (waiting != null) {
            settle.accept(waiting);
        }
    }

    /** From now on tells of each instance that is parked here. */
    public void whenParked(Consumer<InstanceView> listener) {
        parkedListener = listener;
    }

    /** True if an instance is parked here. */
    public boolean isParked(String id) {
        return parked.containsKey(id);
    }

    /** The instances parked on this node. */
    public Stream<String> parked() {
        return parked.keySet().stream();
    }

    /** The instances parked on this node, with the reason. */
    public Stream<InstanceView> parkedViews() {
        return parked.values().stream();
    }

    /** The instance in memory, or null. */
    public InstanceActorReference live(String id) {
        return live.get(id);
    }

    /** Forgets that an instance stood still. */
    public void unpark(String id) {
        parked.remove(id);
    }

    /** As {@link #unpark}, for an instance that is tried again: watchers are notified. */
    public void tryAgain(String id) {
        InstanceView standing = parked.remove(id);
        if (standing != null) {
            tellWatchers(standing, "resumed", InstanceStatus.RUNNING, null);
        }
    }

    private void tellWatchers(InstanceView view, String change, InstanceStatus status, WorkflowError error) {
        changeListeners.tell(InstanceViewMapper.row(view), change, status, error, context.time().millis());
    }

    /** The reason of the instance's parking, or null if it is not parked. */
    public CairnException standsStill(String id) {
        InstanceView view = parked.get(id);
        return view == null ? null : standsStill(id, view.error());
    }

    public boolean isLive(String id) {
        return live.containsKey(id);
    }

    public Stream<InstanceActorReference> live() {
        return live.values().stream();
    }

    /** Number of instances in memory. */
    public int liveCount() {
        return live.size();
    }

    /** Number of instances parked on this node. */
    public int parkedCount() {
        return parked.size();
    }

    public void remember(InstanceView view) {
        endedInstances.add(view);
    }

    /** Ended instances that a store keeps no trace of. */
    public Stream<InstanceView> remembered() {
        return endedInstances.all();
    }

    /** An ended instance that a store keeps no trace of, or null. */
    public InstanceView ended(String id) {
        return endedInstances.get(id);
    }

    /**
     * Removes an instance that cannot go on from memory, records the reason, and fails the callers that wait for it with the
     * returned exception. If another object has taken its place, that one goes on.
     *
     * @param instance or null if it could not be brought into memory
     * @param parking the write that marks it as parked in the store, or null if none does
     */
    public CairnException park(InstanceActorReference instance, InstanceView view, InstanceWrite parking, Throwable cause) {
        WorkflowError error = WorkflowError.of(Standard.RUNTIME, "The instance cannot go on",
                ExceptionMessageFormatter.of(cause), null);
        InstanceView standing = InstanceViewMapper.parked(view, error);
        live.compute(view.id(), (id, now) -> {
            if (now != instance) {
                return now;
            }
            parked.put(id, standing);
            return null;
        });
        CairnException failure = standsStill(view.id(), error);
        if (parked.get(view.id()) == standing) {
            parkedListener.accept(standing);
            say(standing, cause);
            tellWatchers(standing, "parked", standing.status(), error);
            parkedRows.write(parking);
            tell(view.id(), waiting -> waiting.fail(failure));
        } else {
            LOG.debugf(cause, "An object of instance %s cannot go on, whose place another one has taken", view.id());
        }
        return failure;
    }

    private void say(InstanceView standing, Throwable cause) {
        context.observers().engine().parked(standing.workflow(), standing.version(), standing.id(), standing.error());
        // A store that is beyond help stops all instances; it has said why itself.
        if (!EngineFailureTranslator.isPermanent(cause) || EngineFailureTranslator.concernsInstance(cause)) {
            context.faults().parked(InstanceViewMapper.row(standing), standing.error(), standing.traceId(), next(),
                    EngineFailureTranslator.isExplained(cause) ? null : cause);
        } else {
            LOG.debugf(cause, "An instance stands still with its store [instance=%s]", standing.id());
        }
    }

    /** As {@link #outcome(String)} for an instance that was started just now; without a lookup if its end is known already. */
    public Uni<Ended> outcome(DurableStartResult start) {
        return Promise.uni(listener -> outcome(start, listener));
    }

    /**
     * As {@link #outcome(DurableStartResult)}, for a listener that is told once.
     *
     * @return takes the listener back
     */
    public Runnable outcome(DurableStartResult start, BiConsumer<Ended, Throwable> listener) {
        Promise<Ended> outcome = start.outcome();
        // In a store that keeps state, an instance may leave memory and come back as another object, with another outcome.
        return outcome != null && (!context.keepsState() || start.isOver()) ? outcome.listen(listener)
                : outcome(start.instanceId(), listener);
    }

    /** The end of an instance, wherever it is; fails with {@link CairnException}. */
    public Uni<Ended> outcome(String id) {
        return Promise.uni(listener -> outcome(id, listener));
    }

    private Runnable outcome(String id, BiConsumer<Ended, Throwable> listener) {
        // Of this caller alone: that its lookup fails is no answer to the others.
        Promise<Ended> told = new Promise<>();
        Runnable takeBack = told.listen(listener);
        AtomicReference<Runnable> forget = new AtomicReference<>();
        // Registered before anything is looked at: an instance that ends in between tells it.
        awaited.compute(id, (key, before) -> {
            Promise<Ended> once = before == null ? new Promise<>() : before;
            forget.set(once.listen(told::settle));
            return once;
        });
        Runnable leave = () -> {
            takeBack.run();
            forget.get().run();
            forgetIfNobodyWaits(id);
        };
        // Behind an end that is being told: after that the instance may have been retried, and ends differently.
        if (live.computeIfPresent(id, (key, instance) -> instance) != null) {
            return leave;
        }
        InstanceView known = known(id);
        if (known != null || !store.capabilities().keepsState()) {
            tell(id, waiting -> settle(waiting, known, id));
        } else {
            look(id, failure -> {
                told.fail(asTold(id, failure));
                leave.run();
            });
        }
        return leave;
    }

    /** The view of the instance in memory; without it, the view of the stored instance. */
    public InstanceView viewOf(StoredInstance stored) {
        InstanceView there = inMemory(stored.row().id());
        return there != null ? there : view(stored);
    }

    private InstanceView inMemory(String id) {
        InstanceActorReference instance = live.get(id);
        // Without a lease another node may have gone on with it.
        return instance != null && context.lease().held() ? instance.view() : known(id);
    }

    public Uni<InstanceView> view(String id) {
        InstanceView there = inMemory(id);
        if (there != null) {
            return Uni.createFrom().item(there);
        }
        return context.journal().load(id).onItem().transform(stored -> stored.map(this::view)
                .orElseThrow(() -> CommandRejections.unknown(id)))
                .onFailure(EngineFailureTranslator::isUnreadable).transform(cause -> CommandRejections.unreadable(id, cause));
    }

    /** True if an instance exists that is not in memory: it is parked, has ended, or is in the store. */
    public Uni<Boolean> exists(String id) {
        if (known(id) != null || !store.capabilities().keepsState()) {
            return Uni.createFrom().item(known(id) != null);
        }
        return Uni.createFrom().deferred(() -> store.row(id)).map(Optional::isPresent);
    }

    /**
     * Refuses a start whose idempotency key found an instance with another input: its caller would take that for its own. An instance
     * whose input nothing keeps any more is taken for the right one.
     */
    public Uni<DurableStartResult> sameInput(DurableStartResult start, JsonPayload input) {
        String id = start.instanceId();
        return Uni.createFrom().deferred(() -> input(id)).map(first -> {
            if (first.isPresent() && !JqValues.equal(first.get(), input.tree())) {
                throw CommandRejections.keyReused(id);
            }
            return start;
        }).onFailure(failure -> !(failure instanceof CairnException))
                .transform(failure -> EngineFailureTranslator.isUnreadable(failure)
                        ? CommandRejections.unreadable(id, failure)
                        : CommandRejections.unavailable(id, failure));
    }

    /** The raw input an instance was started with; empty if nothing keeps it. */
    private Uni<Optional<JsonNode>> input(String id) {
        InstanceActorReference instance = live.get(id);
        if (instance != null) {
            return Uni.createFrom().item(Optional.of(instance.input()));
        }
        if (!store.capabilities().keepsState()) {
            return Uni.createFrom().item(Optional.empty());
        }
        return context.journal().load(id).map(stored -> stored
                .map(found -> ((Started) context.journal().decoder(found).read(0).event()).input().tree()));
    }

    private InstanceView known(String id) {
        InstanceView stopped = parked.get(id);
        return stopped == null ? endedInstances.get(id) : stopped;
    }

    private void settle(Promise<Ended> outcome, InstanceView view, String id) {
        if (view == null) {
            outcome.fail(CommandRejections.unknown(id));
        } else if (view.status() == InstanceStatus.SUSPENDED) {
            outcome.fail(standsStill(id, view.error()));
        } else {
            outcome.complete(
                    new Ended(view.status(), view.output() == null ? null : JsonPayload.of(view.output()), view.error()));
        }
    }

    private InstanceView view(StoredInstance stored) {
        return InstanceViewMapper.of(stored.row(), end(stored), trace(stored));
    }

    /** The place in a trace where a stored instance began, or null. */
    private TraceContext trace(StoredInstance stored) {
        try {
            return stored.entries().isEmpty() ? null : context.journal().decoder(stored).trace(0);
        } catch (DamagedEntryException | PayloadCodecException unreadable) {
            // Everything else can be seen all the same.
            return null;
        }
    }

    /** The end of a stored instance, or null if it has not ended. */
    private Ended end(StoredInstance stored) {
        if (!stored.row().status().ended() || stored.entries().isEmpty()) {
            return null;
        }
        return (Ended) context.journal().decoder(stored).last().event();
    }

    private CairnException standsStill(String id, WorkflowError error) {
        return new CairnException(Reason.INSTANCE_SUSPENDED,
                "CAIRN-0415: The instance " + id + " cannot go on: " + error.detail() + ". " + next(), null);
    }

    private String next() {
        return context.keepsState() ? "It is tried again when it is resumed, or at the next start of the application."
                : "The store keeps nothing of it, so it is lost: start another one.";
    }
}
