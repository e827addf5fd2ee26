package dev.cairn.engine.recovery;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import dev.cairn.engine.concurrent.CoalescingRunner;
import dev.cairn.engine.concurrent.TryAcquireSemaphore;
import dev.cairn.engine.instance.InstanceActorReference;
import dev.cairn.engine.instance.InstanceFactory;
import dev.cairn.engine.instance.InstanceRegistry;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.node.RendezvousNodeOrder;
import dev.cairn.engine.node.StoreBackoff;
import dev.cairn.engine.node.StoreHealth.Work;
import dev.cairn.engine.recovery.MemoryWaitQueue.Postponed;
import dev.cairn.spi.Claim;
import dev.cairn.spi.InstanceStore;
import dev.cairn.time.InstanceIdGenerator;
import io.smallrye.mutiny.Uni;

/**
 * Brings instances into memory: claims them and has them loaded. The number that are brought at a time is bounded, and so is
 * the memory; nothing is claimed while this node may take nothing over.
 */
public final class InstanceClaimer implements InstanceClaimOperations {

    /** Number of instances that are claimed at once: each page costs the store a commit. */
    static final int PAGE = 500;

    private static final int PLACES = 4 * PAGE;
    private static final int MAX_WANTED = 2 * PAGE;

    private final NodeContext context;
    private final InstanceStore store;
    private final InstanceRegistry instances;
    private final LoadWaiterRegistry loadWaiters;
    private final PassiveRowHandler others;
    private final InstanceLoader loading;
    private final RendezvousNodeOrder nodeOrder;
    private final IncompatibleInstanceHandOver incompatible;
    /** Instances that are being claimed and loaded: a second claim would make the first one's epoch stale. */
    private final LoadingInstanceTracker onTheirWay = new LoadingInstanceTracker();
    private final MemoryWaitQueue postponed;
    /** Postponed instances that come back now, with the room that is kept for them, in bytes. */
    private final ConcurrentMap<String, Long> admitted = new ConcurrentHashMap<>();
    /** The instances among them that are not being claimed yet. */
    private final Queue<String> requestedIds = new ConcurrentLinkedQueue<>();
    private final AtomicInteger wantedCount = new AtomicInteger();
    private final TryAcquireSemaphore claimPermits = new TryAcquireSemaphore(PLACES);
    private final AtomicReference<Runnable> whenRoom = new AtomicReference<>();
    private final CoalescingRunner claimRunner = new CoalescingRunner(this::claimWanted);
    private volatile boolean paused;

    /**
     * Nothing is wanted yet.
     *
     * @param loadWaiters is told of instances that are in memory, or do not come
     * @param others takes claimed rows that are not replayed
     */
    public InstanceClaimer(NodeContext context, InstanceStore store, InstanceRegistry instances, InstanceFactory factory,
            LoadWaiterRegistry loadWaiters, PassiveRowHandler others) {
        this.context = context;
        this.store = store;
        this.instances = instances;
        this.loadWaiters = loadWaiters;
        this.others = others;
        this.nodeOrder = new RendezvousNodeOrder(context.nodeMessages().orElse(null), context.nodeId(), context.time());
        context.journal().annotateIf(nodeOrder::allReadNotes);
        this.incompatible = new IncompatibleInstanceHandOver(context, store, instances, this, nodeOrder);
        this.loading = new InstanceLoader(this, incompatible, store, instances, factory, loadWaiters, others);
        this.postponed = new MemoryWaitQueue(context.memory());
        context.memory().whenRoom(this::goOn);
    }

    /** The other live nodes. */
    public RendezvousNodeOrder nodeOrder() {
        return nodeOrder;
    }

    /** Instances that were claimed and cannot run here. */
    public IncompatibleInstanceHandOver incompatible() {
        return incompatible;
    }

    @Override
    public boolean claim(String instanceId) {
        boolean wants = want(instanceId);
        if (wants) {
            goOn();
        }
        return wants;
    }

    @Override
    public void claim(List<String> instanceIds) {
        instanceIds.forEach(this::want);
        goOn();
    }

    private boolean want(String instanceId) {
        boolean isLeft = InstanceIdGenerator.isLookedAt(instanceId) && others.isLeft(instanceId);
        if (isLeft || !onTheirWay.add(instanceId)) {
            return false;
        }
        // Looked at after it was noted: an instance is in the registry before it is no longer on its way.
        if ((instances.isLive(instanceId) || instances.isParked(instanceId) || incompatible.isLeaving(instanceId))
                && onTheirWay.remove(instanceId, 0) == null) {
            return false;
        }
        requestedIds.add(instanceId);
        wantedCount.incrementAndGet();
        return true;
    }

    /**
     * Memory has no room for the calls that an instance is about to make: it leaves memory, and comes back when there is room,
     * or when its timer is due.
     */
    public void postpone(InstanceActorReference instance, long wakeAtMillis) {
        String id = instance.id();
        instances.remove(instance);
        Runnable timer = wakeAtMillis == Long.MAX_VALUE ? () -> {}
                : context.wallTimers().at(wakeAtMillis, () -> claim(id));
        postponed.add(new Postponed(id, instance.memory().bytes(), timer));
        goOn();
    }

    /** True if an instance comes back by itself, when memory has room for its calls. */
    boolean isPostponed(String instanceId) {
        return postponed.contains(instanceId);
    }

    @Override
    public boolean isAdmitted(String instanceId) {
        return admitted.containsKey(instanceId);
    }

    /** True if an instance is being brought into memory. */
    public boolean isOnItsWay(String instanceId) {
        return onTheirWay.contains(instanceId);
    }

    /** Number of instances that are being brought into memory. */
    public int underWay() {
        return onTheirWay.count();
    }

    @Override
    public void whenArrived(Runnable then) {
        onTheirWay.whenArrived(then);
    }

    /** False while more is wanted than can be claimed soon. */
    boolean takesMore() {
        return wantedCount.get() < MAX_WANTED;
    }

    /** Takes room for a page of claims, or runs something once there is. */
    boolean takeRoom(Runnable otherwise) {
        if (claimPermits.take(PAGE)) {
            return true;
        }
        whenRoom.set(otherwise);
        // Room that came free in between has notified no listener.
        if (!claimPermits.take(PAGE)) {
            return false;
        }
        boolean taken = whenRoom.compareAndSet(otherwise, null);
        if (!taken) {
            claimPermits.free(PAGE);
        }
        return taken;
    }

    /** Loads claimed instances with a page's room; unneeded room is freed. */
    void load(List<Claim> claims, long term) {
        // An instance also queued by id is loaded by whichever claim succeeds.
        List<ClaimedInstance> taken = claims.stream().map(claim -> new ClaimedInstance(claim, term)).filter(onTheirWay::add)
                .toList();
        free(PAGE - taken.size());
        loading.load(taken);
    }

    private void free(int count) {
        if (count == 0) {
            return;
        }
        claimPermits.free(count);
        Runnable waiting = claimPermits.has(PAGE) ? whenRoom.getAndSet(null) : null;
        if (waiting != null) {
            context.threads().worker(waiting);
        }
        goOn();
    }

    /** Claims the wanted instances, as far as there is room. To be called when there may be more of either. */
    public void goOn() {
        claimRunner.ask();
        loading.goOn();
    }

    private void bringPostponed() {
        while (takesMore()) {
            Postponed next = postponed.poll();
            if (next == null) {
                return;
            }
            if (want(next.id())) {
                admitted.put(next.id(), next.bytes());
                context.memory().hold(next.bytes());
                context.memory().count(InstanceIdGenerator.depth(next.id()), true, next.bytes());
            } else {
                // The instance may have left memory again before its arrival was recorded.
                onTheirWay.whenArrived(() -> claim(next.id()));
            }
        }
    }

    private void claimWanted() {
        bringPostponed();
        while (!paused && !requestedIds.isEmpty() && !context.stopped() && context.lease().mayTakeOver()
                && claimPermits.take(PAGE)) {
            claimPage();
        }
    }

    private void claimPage() {
        List<String> ids = new ArrayList<>();
        for (String id = requestedIds.poll(); id != null; id = ids.size() < PAGE ? requestedIds.poll() : null) {
            ids.add(id);
            wantedCount.decrementAndGet();
        }
        free(PAGE - ids.size());
        if (!ids.isEmpty()) {
            long term = context.lease().current();
            Uni.createFrom().deferred(() -> store.claim(context.nodeId(), ids)).subscribe().with(
                    claims -> claimed(ids, claims, term), failure -> notClaimed(ids, failure));
        }
    }

    private void claimed(List<String> ids, List<Claim> claims, long term) {
        context.health().good(Work.CLAIMS);
        Set<String> refused = new HashSet<>(ids);
        claims.forEach(claim -> refused.remove(claim.row().id()));
        refused.forEach(id -> {
            if (hasCome(id, 0)) {
                // Another node runs it, or it has ended: no other code path notifies the waiting callers then.
                instances.look(id);
            }
        });
        loading.load(claims.stream().map(claim -> new ClaimedInstance(claim, term)).toList());
    }

    private void notClaimed(List<String> ids, Throwable failure) {
        paused = true;
        requestedIds.addAll(ids);
        wantedCount.addAndGet(ids.size());
        free(ids.size());
        later(Work.CLAIMS, "claim instances", failure, () -> {
            paused = false;
            goOn();
        });
    }

    @Override
    public void arrived(ClaimedInstance claimed) {
        hasCome(claimed.id(), claimed.epoch());
    }

    /** False if it is loaded with a later claim, in the same place: who waits for those on their way waits for that. */
    private boolean hasCome(String id, long epoch) {
        ClaimedInstance later = onTheirWay.remove(id, epoch);
        if (later != null) {
            loading.load(List.of(later));
            return false;
        }
        loadWaiters.missed(id);
        Long kept = admitted.remove(id);
        if (kept != null) {
            context.memory().count(InstanceIdGenerator.depth(id), false, kept);
            context.memory().hold(-kept);
        }
        free(1);
        return true;
    }

    @Override
    public void later(Work work, String what, Throwable failure, Runnable again) {
        if (!context.stopped()) {
            context.health().failed(work, "CAIRN-0425: Cannot " + what, failure);
            context.timers().after(StoreBackoff.after(failure), again);
        }
    }
}
