package dev.cairn.engine.recovery;

import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;

import dev.cairn.engine.audit.EngineFailureTranslator;
import dev.cairn.engine.concurrent.CoalescingRunner;
import dev.cairn.engine.concurrent.PureWorkScheduler;
import dev.cairn.engine.concurrent.TryAcquireSemaphore;
import dev.cairn.engine.instance.InstanceActorReference;
import dev.cairn.engine.instance.InstanceFactory;
import dev.cairn.engine.instance.InstanceRegistry;
import dev.cairn.engine.instance.InstanceViewMapper;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.node.StoreHealth.Work;
import dev.cairn.engine.port.MissingDefinitionException;
import dev.cairn.engine.replay.EngineStoppedException;
import dev.cairn.engine.replay.InstanceReplay;
import dev.cairn.engine.replay.ReplayPacing;
import dev.cairn.executor.TransitionResult;
import dev.cairn.journal.GroupCommitJournal;
import dev.cairn.journal.JournalDecoder;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.StoredInstance;
import dev.cairn.time.InstanceIdGenerator;
import io.smallrye.mutiny.Uni;

/**
 * Loads claimed instances, replays them, and lets them go on. The number of journals in memory is bounded, for any number of
 * claims; the first to be claimed is the first to go on.
 */
final class InstanceLoader {

    /** The most that the store is asked for at once. */
    private static final int BATCH = 64;
    /** The most journals that are being read or wait for their replay. */
    private static final int PLACES = 4 * BATCH;
    private static final long RETRY_MILLIS = 500;
    /** After this number the store is asked for no instance until {@link #RETRY_MILLIS} are over. */
    private static final int MAX_FAILURES_IN_A_ROW = 2;

    private final NodeContext context;
    private final InstanceStore store;
    private final InstanceRegistry instances;
    private final InstanceClaimOperations recovery;
    private final IncompatibleInstanceHandOver incompatible;
    private final InstanceFactory factory;
    private final LoadWaiterRegistry loadWaiters;
    private final PassiveRowHandler others;
    /** The instances that have room for their calls. */
    private final Queue<ClaimedInstance> admitted = new ConcurrentLinkedQueue<>();
    private final Queue<ClaimedInstance> waiting = new ConcurrentLinkedQueue<>();
    /** The instances that could not be read, admitted ones first. Each is loaded alone, and holds no permit while it waits. */
    private final Deque<ClaimedInstance> alone = new ConcurrentLinkedDeque<>();
    private final AtomicInteger failuresInARow = new AtomicInteger();
    private final LoadingBudget memoryBudget;
    private final TryAcquireSemaphore loadPermits = new TryAcquireSemaphore(PLACES);
    private final CoalescingRunner loadRunner = new CoalescingRunner(this::loadWaiting);

    InstanceLoader(InstanceClaimOperations recovery, IncompatibleInstanceHandOver incompatible, InstanceStore store,
            InstanceRegistry instances,
            InstanceFactory factory, LoadWaiterRegistry loadWaiters, PassiveRowHandler others) {
        this.context = factory.context();
        this.store = store;
        this.instances = instances;
        this.recovery = recovery;
        this.incompatible = incompatible;
        this.factory = factory;
        this.loadWaiters = loadWaiters;
        this.others = others;
        this.memoryBudget = new LoadingBudget(context.memory(), context.time());
    }

    /** Loads instances that were claimed; {@link InstanceClaimOperations#arrived} hears of each. */
    void load(List<ClaimedInstance> claims) {
        for (ClaimedInstance claimed : claims) {
            letGoOlder(claimed);
            enqueue(claimed);
        }
        loadRunner.ask();
    }

    private void enqueue(ClaimedInstance claimed) {
        (recovery.isAdmitted(claimed.id()) ? admitted : waiting).add(claimed);
    }

    /** Loads more, if there is room. */
    void goOn() {
        loadRunner.ask();
    }

    /**
     * Drops an object from before another node owned the instance. The store refuses its writes, but the object might not
     * notice for a long time.
     */
    private void letGoOlder(ClaimedInstance claimed) {
        InstanceActorReference instance = instances.live(claimed.id());
        if (instance != null && instance.epoch() < claimed.epoch()) {
            instance.letGo();
        }
    }

    private void loadWaiting() {
        for (int most = memoryBudget.count(BATCH); most > 0 && isNextThere()
                && loadPermits.take(BATCH); most = memoryBudget.count(BATCH)) {
            Map<String, ClaimedInstance> batch = new LinkedHashMap<>();
            for (ClaimedInstance next = next(); next != null; next = batch.size() < most ? next() : null) {
                batch.put(next.id(), next);
                memoryBudget.take(next.id());
            }
            loadPermits.free(BATCH - batch.size());
            if (!batch.isEmpty()) {
                load(batch);
            }
        }
        // Behind the others, with permits left for a batch: if many cannot be read, these keep no other from going on.
        while (mayLoadAlone() && memoryBudget.count(1) > 0 && loadPermits.has(BATCH + 1)) {
            ClaimedInstance next = alone.poll();
            loadPermits.take(1);
            memoryBudget.take(next.id());
            load(Map.of(next.id(), next));
        }
    }

    private boolean mayLoadAlone() {
        ClaimedInstance next = alone.peek();
        return next != null && asksStore() && (recovery.isAdmitted(next.id()) || context.memory().mayLoad());
    }

    /** False once the engine has stopped, and while the store does not answer: it is not asked for each instance then. */
    private boolean asksStore() {
        return !context.stopped() && failuresInARow.get() < MAX_FAILURES_IN_A_ROW;
    }

    private boolean isNextThere() {
        return asksStore() && (!admitted.isEmpty() || !waiting.isEmpty() && context.memory().mayLoad());
    }

    private ClaimedInstance next() {
        ClaimedInstance next = admitted.poll();
        return next == null && context.memory().mayLoad() ? waiting.poll() : next;
    }

    private void load(Map<String, ClaimedInstance> batch) {
        Uni.createFrom().deferred(() -> store.loadAll(List.copyOf(batch.keySet()))).subscribe().with(found -> {
            context.health().good(Work.LOADS);
            failuresInARow.set(0);
            Map<String, StoredInstance> byId = found.stream()
                    .collect(Collectors.toMap(stored -> stored.row().id(), Function.identity()));
            batch.forEach((id, claimed) -> {
                StoredInstance stored = byId.get(id);
                if (stored != null && stored.epoch() < claimed.epoch()) {
                    // From a copy that lags behind: missing entries would be executed again.
                    letWait(claimed);
                    context.timers().after(RETRY_MILLIS, () -> loadAlone(List.of(claimed)));
                    loadRunner.ask();
                } else if (stored != null && stored.epoch() > claimed.epoch()) {
                    // Claimed once more since, perhaps by another node, which goes on with it.
                    done(claimed);
                    recovery.claim(id);
                } else {
                    loaded(claimed, stored);
                }
            });
        }, failure -> failed(batch, failure));
    }

    private void loaded(ClaimedInstance claimed, StoredInstance stored) {
        if (stored != null) {
            if (InstanceIdGenerator.isLookedAt(claimed.id())) {
                // It gives its place back first: a look may wait for instances that have to be loaded.
                memoryBudget.done(claimed.id());
                loadPermits.free(1);
                others.look(claimed, stored, () -> recovery.arrived(claimed));
                loadRunner.ask();
                return;
            }
            memoryBudget.measured(claimed.id(), GroupCommitJournal.bytes(stored.entries()));
        }
        // A replay is pure work like any other: it queues behind other work of its workflow, and beside other workflows.
        context.pureWork().lane(claimed.claim().row().workflow()).addInSlices(slot -> {
            InstanceActorReference before;
            try {
                before = stored == null ? null : resume(claimed, stored, slot);
            } catch (OutOfMemoryError shortage) {
                loadLater(claimed, stored, shortage);
                return;
            }
            if (before == null || before.epoch() >= claimed.epoch()) {
                done(claimed);
            } else {
                // The claim stays on its way meanwhile: the object in its place may not listen for the same events. That object
                // may be a start with the same idempotency key, until the store has refused it.
                before.letGo(() -> load(Map.of(claimed.id(), claimed)));
            }
        });
    }

    /** Other instances may have filled the heap. An instance for which it never suffices is parked. */
    private void loadLater(ClaimedInstance claimed, StoredInstance stored, OutOfMemoryError shortage) {
        long delayMillis = memoryBudget.shortage(claimed.id());
        if (delayMillis < 0) {
            incompatible.stop(claimed, stored, shortage);
            done(claimed);
            return;
        }
        loadPermits.free(1);
        context.timers().after(delayMillis, () -> {
            enqueue(claimed);
            loadRunner.ask();
        });
        loadRunner.ask();
    }

    private void failed(Map<String, ClaimedInstance> batch, Throwable failure) {
        if (!EngineFailureTranslator.isPermanent(failure)) {
            batch.values().forEach(this::letWait);
            recovery.later(Work.LOADS, "load instances", failure, () -> loadAlone(batch.values()));
            if (failuresInARow.incrementAndGet() == MAX_FAILURES_IN_A_ROW) {
                context.timers().after(RETRY_MILLIS, this::askAgain);
            }
            loadRunner.ask();
        } else if (batch.size() > 1) {
            loadEach(batch);
        } else {
            // The instance is not tried again, so no later load would report that the store answers.
            context.health().good(Work.LOADS);
            batch.values().forEach(claimed -> {
                if (InstanceIdGenerator.isLookedAt(claimed.id())) {
                    others.unreadable(claimed, failure);
                } else {
                    instances.park(null, InstanceViewMapper.of(claimed.claim().row(), null, null), claimed.parking(), failure);
                }
                done(claimed);
            });
        }
    }

    private void askAgain() {
        failuresInARow.set(0);
        loadRunner.ask();
    }

    /** Loads instances one by one, when there is room. */
    private void loadAlone(Collection<ClaimedInstance> claims) {
        for (ClaimedInstance claimed : claims) {
            if (recovery.isAdmitted(claimed.id())) {
                alone.addFirst(claimed);
            } else {
                alone.addLast(claimed);
            }
        }
        loadRunner.ask();
    }

    /** An instance is loaded again later. Until then others get its room and its permit. */
    private void letWait(ClaimedInstance claimed) {
        memoryBudget.free(claimed.id());
        loadPermits.free(1);
    }

    /** An unreadable instance must not keep the others from going on. */
    private void loadEach(Map<String, ClaimedInstance> batch) {
        batch.forEach((id, claimed) -> load(Map.of(id, claimed)));
    }

    private void done(ClaimedInstance claimed) {
        memoryBudget.done(claimed.id());
        recovery.arrived(claimed);
        loadPermits.free(1);
        loadRunner.ask();
    }

    /** Lets an instance go on; null, or the object that replaces it in memory. */
    private InstanceActorReference resume(ClaimedInstance claimed, StoredInstance stored, PureWorkScheduler.Slot slot) {
        InstanceRow row = claimed.claim().row();
        if (stored.row().status().ended() || context.stopped()) {
            return null;
        }
        if (stored.row().isQueued()) {
            others.putBack(stored);
            return null;
        }
        InstanceActorReference instance;
        try {
            instance = replayed(claimed, stored, slot);
        } catch (OutOfMemoryError shortage) {
            throw shortage;
        } catch (EngineStoppedException stopped) {
            return null;
        } catch (RuntimeException | Error misfit) {
            incompatible.stop(claimed, stored, misfit);
            return null;
        }
        memoryBudget.expect(instance.memory().bytes());
        InstanceActorReference before = instances.add(instance);
        if (before == null) {
            instances.tryAgain(row.id());
            // Commands of operators come first: a suspended instance without a command leaves memory.
            loadWaiters.arrived(instance);
            instance.resume();
        } else {
            instance.withdraw();
        }
        return before;
    }

    private InstanceActorReference replayed(ClaimedInstance claimed, StoredInstance stored, PureWorkScheduler.Slot slot) {
        InstanceRow row = claimed.claim().row();
        InstalledProgram program = context.programs().exactly(row.workflow(), row.version());
        if (program == null) {
            throw new MissingDefinitionException(row);
        }
        JournalDecoder journal = context.journal().decoder(stored);
        ReplayPacing pace = ReplayPacing.toGoOn(context, slot, () -> loadWaiters.isAwaited(row.id()));
        boolean keepsTasks = context.keepsTasks(program);
        InstanceReplay replay = InstanceReplay.of(row.id(), program.linked(), journal, pace, keepsTasks,
                factory.lifecycle().replay(program, journal));
        if (keepsTasks && program.runsWorkflows() && replay.result() instanceof TransitionResult.Halted) {
            replay = replay.furtherOn(row.id(), program.linked(), journal, pace);
        }
        InstanceActorReference instance = factory.restore(row, program, replay, claimed.epoch(), claimed.term());
        if (recovery.isAdmitted(row.id())) {
            instance.memory().admit();
        }
        instance.listen();
        return instance;
    }
}
