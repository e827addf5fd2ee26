package dev.cairn.engine.recovery;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

import dev.cairn.engine.instance.InstanceRegistry;
import dev.cairn.engine.node.NodeContext;
import dev.cairn.engine.node.RendezvousNodeOrder;
import dev.cairn.engine.node.StoreHealth.Work;
import dev.cairn.spi.DueTimer;
import dev.cairn.spi.InstanceStore;
import dev.cairn.time.TimerService;
import io.smallrye.mutiny.Uni;

/**
 * Claims instances that wait outside memory, each shortly before its timer is due, by the store's index of due times. Claiming
 * and loading take a commit and a read; an instance that is already in memory only has to be woken. It reads a little ahead of
 * that; the number of timers that it holds is bounded.
 *
 * <p>
 * Each node of a cluster sees all timers. The node that tries first differs from instance to instance, and the store refuses
 * the later ones. This shares the work, and a timer that its first node misses is not lost. A timer that stays due is tried at
 * growing intervals.
 */
public final class DueTimerClaimer {

    private static final int PAGE = 1_000;
    /** The most timers in memory. */
    private static final int WINDOW = 4 * PAGE;
    private static final long LONGEST_INTERVAL_MILLIS = 1_000;
    private static final long SHORTEST_INTERVAL_MILLIS = 10;
    /** Lead time of a claim: usually longer than claiming and loading take, including the first time. */
    private static final long MAX_AHEAD_MILLIS = 100;
    /** Delay between the attempts of two nodes: usually longer than a claim takes. */
    private static final int STEP_MILLIS = 25;
    /** Maximum number of such delays, for any number of nodes. */
    private static final int MAX_STEPS = 2;
    private static final long BUSY_MILLIS = 10;

    private final NodeContext context;
    private final InstanceStore store;
    private final InstanceRegistry instances;
    private final InstanceClaimer recovery;
    private final RendezvousNodeOrder nodeOrder;
    private final TimerService timers;
    private final long intervalMillis;
    private final long aheadMillis;
    /** Timers that will be tried, at the times they will. Guarded by this. */
    private final TreeSet<DueTimer> window = new TreeSet<>();
    /** Guarded by this. */
    private final ClaimBackoff claimBackoff;
    /** As {@link RendezvousNodeOrder#departures} was when the index was read last. Guarded by this. */
    private int departures;
    /** All timers up to this time are in the window, or were tried. Guarded by this. */
    private long knownUntilMillis = Long.MIN_VALUE;
    /**
     * Position at which reading continues when the window has room again, or null if it was read to its end. Guarded by this.
     */
    private DueTimer readUpTo;
    /** When the alarm is set for. Guarded by this. */
    private long alarmMillis = Long.MAX_VALUE;
    private Runnable alarm = () -> {};
    private boolean reading;
    private volatile boolean ended;

    public DueTimerClaimer(NodeContext context, InstanceStore store, InstanceRegistry instances, InstanceClaimer recovery) {
        this.context = context;
        this.store = store;
        this.instances = instances;
        this.recovery = recovery;
        this.nodeOrder = recovery.nodeOrder();
        this.timers = context.fatalFailures().watching("timers", context.timers());
        // An instance leaves the memory only if it waits longer than that option says, so half of it misses none.
        this.intervalMillis = Math.min(LONGEST_INTERVAL_MILLIS,
                Math.max(SHORTEST_INTERVAL_MILLIS, context.options().memory().waitMillis() / 2));
        this.claimBackoff = new ClaimBackoff(2 * intervalMillis);
        // By less than that option says, or it would leave the memory again.
        this.aheadMillis = Math.min(MAX_AHEAD_MILLIS, context.options().memory().waitMillis() / 2);
    }

    public void begin() {
        nodeOrder.look();
        context.lease().afterHeartbeat(nodeOrder::look);
        tick();
    }

    public void end() {
        ended = true;
    }

    private void tick() {
        if (!ended) {
            timers.after(intervalMillis, this::tick);
            if (beginReading()) {
                read(null, context.time().millis() + 2 * intervalMillis);
            }
        }
    }

    private synchronized boolean beginReading() {
        if (readUpTo != null && !window.isEmpty()
                && window.first().dueAtMillis() > context.time().millis() + 2 * intervalMillis) {
            // The clock was set back: timers may be due before those that fill the window.
            window.clear();
            readUpTo = null;
        }
        if (reading || readUpTo != null || !context.lease().held()) {
            return false;
        }
        reading = true;
        if (departures != nodeOrder.departures()) {
            departures = nodeOrder.departures();
            claimBackoff.forget();
        }
        claimBackoff.readAnew();
        return true;
    }

    private void read(DueTimer after, long untilMillis) {
        Uni.createFrom().deferred(() -> store.dueTimers(untilMillis, after, PAGE)).invoke(page -> {
            context.health().good(Work.TIMERS);
            boolean full = take(page, untilMillis);
            ring();
            if (page.size() == PAGE && !full) {
                context.threads().worker(() -> read(page.get(PAGE - 1), untilMillis));
            }
        }).subscribe().with(page -> {}, failure -> {
            // Also failures of handling the page: if memory did not suffice, the next tick reads anew.
            synchronized (this) {
                reading = false;
                readUpTo = null;
            }
            if (!ended) {
                context.health().failed(Work.TIMERS, "CAIRN-0426: Cannot read due timers", failure);
            }
        });
    }

    private synchronized boolean take(List<DueTimer> page, long untilMillis) {
        long now = context.time().millis();
        for (DueTimer timer : page) {
            String id = timer.instanceId();
            if (!instances.isLive(id) && !instances.isParked(id) && !recovery.isOnItsWay(id)) {
                DueTimer tried = tried(timer.dueAtMillis(), id);
                if (claimBackoff.isNext(timer, Math.max(now, tried.dueAtMillis()))) {
                    window.add(tried);
                }
            }
        }
        boolean more = page.size() == PAGE;
        boolean full = more && window.size() > WINDOW - PAGE;
        reading = more && !full;
        readUpTo = full ? page.get(PAGE - 1) : null;
        knownUntilMillis = more ? page.get(PAGE - 1).dueAtMillis() : untilMillis;
        return full;
    }

    /** An instance has left the memory, to wait until a time. */
    public void waits(String instanceId, long wakeAtMillis) {
        synchronized (this) {
            if (wakeAtMillis > knownUntilMillis || window.size() >= WINDOW) {
                return;
            }
            window.add(tried(wakeAtMillis, instanceId));
        }
        ring();
    }

    /**
     * The time at which this node tries to claim an instance that becomes due. It changes with the set of live nodes. An
     * instance may then be tried twice; the second attempt finds it taken, or loads it needlessly.
     */
    private DueTimer tried(long dueAtMillis, String instanceId) {
        int steps = Math.min(nodeOrder.before(instanceId), MAX_STEPS);
        return new DueTimer(dueAtMillis - aheadMillis + (long) STEP_MILLIS * steps, instanceId);
    }

    private void rang() {
        synchronized (this) {
            alarmMillis = Long.MAX_VALUE;
        }
        ring();
    }

    /** Claims the instances whose attempt is due. */
    private void ring() {
        List<String> due = new ArrayList<>();
        DueTimer goOnAfter = null;
        long until = 0;
        synchronized (this) {
            long now = context.time().millis();
            boolean busy = !recovery.takesMore();
            while (!ended && !busy && due.size() < InstanceClaimer.PAGE && !window.isEmpty()
                    && window.first().dueAtMillis() <= now) {
                due.add(window.pollFirst().instanceId());
            }
            if (readUpTo != null && !reading && window.size() <= WINDOW - 2 * PAGE) {
                reading = true;
                goOnAfter = readUpTo;
                until = now + 2 * intervalMillis;
            }
            setAlarm(now, busy);
        }
        if (!due.isEmpty()) {
            recovery.claim(due);
        }
        if (goOnAfter != null) {
            read(goOnAfter, until);
        }
    }

    private void setAlarm(long now, boolean busy) {
        if (ended || window.isEmpty()) {
            return;
        }
        long next = busy ? Math.max(now + BUSY_MILLIS, window.first().dueAtMillis()) : window.first().dueAtMillis();
        if (next < alarmMillis) {
            alarm.run();
            alarmMillis = next;
            alarm = context.wallTimers().at(next, this::rang);
        }
    }
}
