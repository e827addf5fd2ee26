package dev.cairn.driver;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import dev.cairn.driver.StoreHealth.Work;
import dev.cairn.spi.Claim;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.StoredInstance;
import io.smallrye.mutiny.Uni;

/**
 * Brings instances into memory: claims them, loads them, replays them. Only so many at a time, so that the memory is bounded however
 * many there are; nothing is claimed while this node holds no lease.
 */
final class Recovery {

    /** How many instances are claimed at once. */
    static final int PAGE = 128;

    private static final int PLACES = 4 * PAGE;
    private static final int MOST_WANTED = 8 * PAGE;
    private static final long RETRY_MILLIS = 500;

    private final Engine engine;
    private final InstanceStore store;
    private final InstanceTable table;
    /** Instances that are being claimed and loaded: a second claim would make the first one's epoch stale. */
    private final Set<String> onTheirWay = ConcurrentHashMap.newKeySet();
    /** Those of them that nobody has begun to claim. */
    private final Queue<String> wanted = new ConcurrentLinkedQueue<>();
    private final AtomicInteger wantedCount = new AtomicInteger();
    private final AtomicInteger places = new AtomicInteger(PLACES);
    private final AtomicReference<Runnable> whenRoom = new AtomicReference<>();
    /** Who raises it from 0 claims until it is 0 again: a store that answers at once must not grow the stack. */
    private final AtomicInteger turns = new AtomicInteger();
    private volatile boolean resting;

    Recovery(Engine engine, InstanceStore store, InstanceTable table) {
        this.engine = engine;
        this.store = store;
        this.table = table;
    }

    /** Claims and resumes an instance; one that somebody else runs, or that is on its way already, is left alone. */
    void claim(String instanceId) {
        if (want(instanceId)) {
            goOn();
        }
    }

    /** Claims and resumes instances, as {@link #claim(String)}. */
    void claim(List<String> instanceIds) {
        instanceIds.forEach(this::want);
        goOn();
    }

    private boolean want(String instanceId) {
        if (!onTheirWay.add(instanceId)) {
            return false;
        }
        // Looked at after it was noted: an instance is in the table before it is no longer on its way.
        if (table.isLive(instanceId) || table.isParked(instanceId)) {
            onTheirWay.remove(instanceId);
            return false;
        }
        wanted.add(instanceId);
        wantedCount.incrementAndGet();
        return true;
    }

    /** True if an instance is being brought into memory. */
    boolean isOnItsWay(String instanceId) {
        return onTheirWay.contains(instanceId);
    }

    /** False while more is wanted than can be claimed soon. */
    boolean takesMore() {
        return wantedCount.get() < MOST_WANTED;
    }

    /** Takes room for a page of claims, or runs something once there is. */
    boolean takeRoom(Runnable otherwise) {
        if (takePlaces()) {
            return true;
        }
        whenRoom.set(otherwise);
        // Room that came free in between has told nobody.
        if (!takePlaces()) {
            return false;
        }
        boolean taken = whenRoom.compareAndSet(otherwise, null);
        if (!taken) {
            places.addAndGet(PAGE);
        }
        return taken;
    }

    /** Loads what was claimed with a page's room; what of the room is not needed is free again. */
    void load(List<Claim> claims, long term) {
        int taken = 0;
        for (Claim claim : claims) {
            String id = claim.row().id();
            if (onTheirWay.add(id)) {
                taken++;
                load(claim, term);
            } else {
                // It is wanted by its id as well, and loaded with the claim that this leads to, whose epoch is newer. If that one
                // was refused before its owner died, nobody would load it.
                engine.timers().after(RETRY_MILLIS, () -> claim(id));
            }
        }
        free(PAGE - taken);
    }

    private boolean takePlaces() {
        if (places.addAndGet(-PAGE) >= 0) {
            return true;
        }
        places.addAndGet(PAGE);
        return false;
    }

    private void free(int count) {
        if (count == 0) {
            return;
        }
        places.addAndGet(count);
        Runnable waiting = places.get() >= PAGE ? whenRoom.getAndSet(null) : null;
        if (waiting != null) {
            engine.threads().worker(waiting);
        }
        goOn();
    }

    /** Claims what is wanted, as far as there is room. To be called when there may be more of either. */
    void goOn() {
        if (turns.getAndIncrement() > 0) {
            return;
        }
        int seen = 1;
        do {
            while (!resting && !wanted.isEmpty() && !engine.stopping() && engine.lease().held() && takePlaces()) {
                claimPage();
            }
            seen = turns.addAndGet(-seen);
        } while (seen > 0);
    }

    private void claimPage() {
        List<String> ids = new ArrayList<>();
        for (String id = wanted.poll(); id != null; id = ids.size() < PAGE ? wanted.poll() : null) {
            ids.add(id);
            wantedCount.decrementAndGet();
        }
        free(PAGE - ids.size());
        if (!ids.isEmpty()) {
            long term = engine.lease().current();
            Uni.createFrom().deferred(() -> store.claim(engine.nodeId(), ids)).subscribe().with(
                    claims -> claimed(ids, claims, term), failure -> notClaimed(ids, failure));
        }
    }

    private void claimed(List<String> ids, List<Claim> claims, long term) {
        engine.health().good(Work.CLAIMS);
        Set<String> refused = new HashSet<>(ids);
        claims.forEach(claim -> {
            refused.remove(claim.row().id());
            load(claim, term);
        });
        refused.forEach(id -> {
            onTheirWay.remove(id);
            // Somebody else runs it, or it has ended: then nobody will tell those who wait.
            table.look(id);
            engine.operations().missed(id);
        });
        free(refused.size());
    }

    private void notClaimed(List<String> ids, Throwable failure) {
        resting = true;
        wanted.addAll(ids);
        wantedCount.addAndGet(ids.size());
        free(ids.size());
        later(Work.CLAIMS, "claim instances", failure, () -> {
            resting = false;
            goOn();
        });
    }

    private void load(Claim claim, long term) {
        String id = claim.row().id();
        Uni<Optional<StoredInstance>> loading = Uni.createFrom().deferred(() -> engine.journal().load(id));
        loading.subscribe().with(stored -> engine.threads().worker(() -> {
            stored.ifPresent(found -> resume(claim, term, found));
            arrived(id);
        }), failure -> {
            if (Failures.isPermanent(failure)) {
                park(claim.row(), failure);
                arrived(id);
            } else {
                later(Work.CLAIMS, "load instances", failure, () -> load(claim, term));
            }
        });
    }

    private void arrived(String id) {
        onTheirWay.remove(id);
        engine.operations().missed(id);
        free(1);
    }

    private void resume(Claim claim, long term, StoredInstance stored) {
        InstanceRow row = claim.row();
        if (stored.row().status().ended() || engine.stopping()) {
            return;
        }
        InstalledProgram program = engine.programs().exactly(row.workflow(), row.version());
        try {
            if (program == null) {
                throw new IllegalStateException("the application has no workflow " + row.workflow() + ":" + row.version()
                        + " any more");
            }
            Replay replay = Replay.of(row.id(), program.linked(), engine.journal().reader(stored),
                    engine.options().workerBudget(), engine.keepsTasks(program), Replay.Watcher.NONE);
            Instance instance = new Instance(engine, row, program, replay, claim.epoch(), term);
            if (table.add(instance) == null) {
                // What operators ask for comes first: a suspended instance leaves the memory if nobody wants anything of it.
                engine.operations().arrived(instance);
                instance.resume();
            } else {
                // A start with the same idempotency key stands in its place until the store has refused it.
                engine.timers().after(RETRY_MILLIS, () -> claim(row.id()));
            }
        } catch (RuntimeException | StackOverflowError misfit) {
            park(row, misfit);
        }
    }

    private void park(InstanceRow row, Throwable cause) {
        table.park(Views.of(row, null, null), cause);
    }

    /** Tries something again after the store has failed. */
    void later(Work work, String what, Throwable failure, Runnable again) {
        if (!engine.stopping()) {
            engine.health().failed(work, "CAIRN-0425: Cannot " + what, failure);
            if (!Failures.isPermanent(failure)) {
                engine.timers().after(RETRY_MILLIS, again);
            }
        }
    }
}
