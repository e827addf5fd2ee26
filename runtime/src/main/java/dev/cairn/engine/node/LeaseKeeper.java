package dev.cairn.engine.node;

import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongConsumer;

import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.node.StoreHealth.Work;
import dev.cairn.engine.option.ClusterOptions;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.SupersededNodeException;
import dev.cairn.time.EstimatedServerClock;
import dev.cairn.time.TimerService;
import io.smallrye.mutiny.Uni;

/**
 * The right of this life of the application to run its instances. With a shared store it ends unless heartbeats renew it, and
 * other nodes may then take over; with any other it is always held. Thread-safe.
 *
 * <p>
 * The end of the lease is reckoned from the moment a heartbeat was <em>sent</em>, by a monotonic clock. The store reckons from
 * a later moment, so this node never believes in its lease for longer than the store does.
 *
 * <p>
 * A store that was silent has received no heartbeats. By its clock all nodes may be dead, and the first node that reaches it
 * again would take over the instances of the others. So no node takes anything over until the others have had time for a
 * heartbeat.
 */
public final class LeaseKeeper {

    /** A store that does not answer is not asked again and again. */
    private static final int MAX_UNDER_WAY = 3;
    private static final long NO_TERM = -1;
    /** The longest time that others are given after a silence; a heartbeat that failed is repeated sooner, however seldom there is one. */
    private static final long MAX_PATIENCE_MILLIS = 10_000;
    /** A heartbeat that failed is repeated after this time, if the next one is later than that. */
    private static final long RETRY_MILLIS = 1_000;

    private final ClusterOptions options;
    private final InstanceStore store;
    private final EstimatedServerClock clock;
    private final TimerService timers;
    private final StoreHealth health;
    private final boolean shared;
    private final Promise<Boolean> decided = new Promise<>();
    private final List<LongConsumer> whenTermBegins = new CopyOnWriteArrayList<>();
    private final List<Runnable> afterHeartbeat = new CopyOnWriteArrayList<>();
    private final List<Runnable> whenSuperseded = new CopyOnWriteArrayList<>();
    private final Queue<Runnable> whenHeld = new ConcurrentLinkedQueue<>();
    /** Both null until the node leaves, then one of them is waited for. */
    private CompletableFuture<Void> left;
    private long lastTermEndedMillis;
    private int underWay;
    private boolean retrying;
    /** Counts how often the lease was got anew. */
    private volatile long term;
    private volatile long untilMillis = Long.MIN_VALUE;
    /** When the store answered last. */
    private volatile long answeredMillis;
    /** Until then, live nodes get time to send a heartbeat after a silence of the store. */
    private volatile long patientUntilMillis = Long.MIN_VALUE;
    /** When the store said that a later life of the node has begun. Its answers to earlier heartbeats no longer count. */
    private long supersededMillis = Long.MIN_VALUE;
    private volatile boolean ended;

    public LeaseKeeper(ClusterOptions options, InstanceStore store, EstimatedServerClock clock, TimerService timers,
            StoreHealth health) {
        this.options = options;
        this.store = store;
        this.clock = clock;
        this.timers = timers;
        this.health = health;
        this.shared = store.capabilities().shared();
    }

    /**
     * Runs something each time a lease was got that was not held just before: at the start, and after the store or this node was
     * silent for so long that other nodes may have taken over. It is given the number of the term, 1 for the first. To be called before {@link #begin}.
     */
    public void whenTermBegins(LongConsumer action) {
        whenTermBegins.add(action);
    }

    /**
     * Runs something after each heartbeat of a shared store that was answered in time, and when {@link #mayTakeOver} is true again. It
     * must not block or throw.
     */
    public void afterHeartbeat(Runnable action) {
        afterHeartbeat.add(action);
    }

    /** Runs something after each heartbeat that the store refuses because a later life of the node has begun. It must not block or throw. */
    public void whenSuperseded(Runnable action) {
        whenSuperseded.add(action);
    }

    /**
     * Runs something once the lease is held: at once, or after the next heartbeat that was answered in time. It must not block or throw.
     *
     * @return forgets it
     */
    public Runnable whenHeld(Runnable action) {
        if (held()) {
            action.run();
            return () -> {};
        }
        whenHeld.add(action);
        return () -> whenHeld.remove(action);
    }

    /** Gets the lease and keeps it. */
    public void begin() {
        if (shared) {
            answeredMillis = clock.elapsedMillis();
            beat();
        } else {
            term = 1;
            whenTermBegins.forEach(action -> action.accept(1));
        }
    }

    /** True while no other node may take over the instances of this one. */
    public boolean held() {
        return !shared || term > 0 && clock.elapsedMillis() < untilMillis;
    }

    /** Remaining time of the lease unless a heartbeat renews it, 0 or less if it is lost; empty if it is always held. */
    public Optional<Long> leftMillis() {
        return shared ? Optional.of(term == 0 ? 0 : untilMillis - clock.elapsedMillis()) : Optional.empty();
    }

    /** True once it was got for the first time. */
    public boolean begun() {
        return term > 0;
    }

    /**
     * True while this node may claim instances of others: it holds the lease, and the store has not been silent for long, so
     * that the nodes that it counts as dead are dead.
     */
    public boolean mayTakeOver() {
        long now = clock.elapsedMillis();
        return !shared || held() && now >= patientUntilMillis && now - answeredMillis <= patienceMillis();
    }

    /** For half a lease others are trusted to have got through, or to get through soon. */
    private long patienceMillis() {
        return options.leaseMillis() / 2;
    }

    /** Becomes true with the first lease, false if the first attempt to get it failed. */
    public Promise<Boolean> decided() {
        return decided;
    }

    /** The present term if the lease is held, else {@link #NO_TERM}: the argument for a later {@link #covers}. */
    public long current() {
        return held() ? term : NO_TERM;
    }

    /** True if the lease was held without a gap since a term was current. */
    public boolean covers(long since) {
        return !shared || since == term && held();
    }

    /**
     * Time for which others may have owned this node's instances of a term: 0 if the lease was held without a gap since;
     * without bounds if the term is long over.
     */
    public long goneMillis(long since) {
        if (covers(since)) {
            return 0;
        }
        synchronized (this) {
            long end = since == term ? untilMillis : since == term - 1 ? lastTermEndedMillis : Long.MIN_VALUE;
            return end == Long.MIN_VALUE ? Long.MAX_VALUE : clock.elapsedMillis() - end;
        }
    }

    private void beat() {
        if (ended) {
            return;
        }
        timers.after(options.heartbeatMillis(), this::beat);
        send();
    }

    private void send() {
        synchronized (this) {
            if (ended || underWay == MAX_UNDER_WAY) {
                return;
            }
            underWay++;
        }
        long sentMillis = clock.elapsedMillis();
        try {
            heartbeat(options.leaseMillis()).subscribe().with(storeMillis -> answered(sentMillis, storeMillis), this::failed);
        } catch (RuntimeException | Error e) {
            // Counted as under way: many of these would leave no room for another heartbeat.
            failed(e);
        }
    }

    private Uni<Long> heartbeat(long aliveForMillis) {
        return Uni.createFrom().deferred(() -> store.heartbeat(options.node(), aliveForMillis));
    }

    private void answered(long sentMillis, long storeMillis) {
        long now = clock.elapsedMillis();
        clock.heard(sentMillis, now, storeMillis);
        long leaseEndsMillis = sentMillis + options.leaseMillis();
        boolean inTime = now < leaseEndsMillis;
        long begun = NO_TERM;
        synchronized (this) {
            if (ended || sentMillis <= supersededMillis) {
                inTime = false;
            } else {
                breakSilence(now);
                if (inTime && (term == 0 || now >= untilMillis)) {
                    lastTermEndedMillis = untilMillis;
                    begun = ++term;
                }
                untilMillis = Math.max(untilMillis, leaseEndsMillis);
            }
        }
        try {
            if (inTime) {
                inTime(begun);
            }
        } finally {
            // A mistake in the work after a heartbeat must not end all heartbeats.
            settled();
        }
    }

    /** Before the lease is renewed: no thread must see it without the waiting time that comes with it. */
    private void breakSilence(long now) {
        if (now - answeredMillis > patienceMillis()) {
            long patience = Math.min(patienceMillis(), MAX_PATIENCE_MILLIS);
            patientUntilMillis = now + patience;
            timers.after(patience, this::endPatience);
        }
        answeredMillis = now;
    }

    private void endPatience() {
        if (mayTakeOver()) {
            afterHeartbeat.forEach(Runnable::run);
        }
    }

    private void inTime(long begun) {
        health.good(Work.HEARTBEATS);
        decided.complete(true);
        if (begun != NO_TERM) {
            whenTermBegins.forEach(action -> action.accept(begun));
        }
        for (Runnable waiting = whenHeld.poll(); waiting != null; waiting = whenHeld.poll()) {
            waiting.run();
        }
        afterHeartbeat.forEach(Runnable::run);
    }

    private void failed(Throwable failure) {
        if (failure instanceof SupersededNodeException) {
            superseded();
        }
        if (!ended) {
            health.failed(Work.HEARTBEATS,
                    "CAIRN-0431: Cannot renew the lease of this node [node=" + options.node().id() + "]", failure);
        }
        decided.complete(false);
        settled();
        synchronized (this) {
            if (term == 0) {
                // The duration of the silence is unknown here.
                answeredMillis = clock.elapsedMillis() - options.leaseMillis();
            }
            if (ended || retrying || options.heartbeatMillis() <= RETRY_MILLIS) {
                return;
            }
            retrying = true;
        }
        timers.after(RETRY_MILLIS, this::retry);
    }

    /** The lease ends before its time. If the store answers again, a new term begins. */
    private void superseded() {
        synchronized (this) {
            supersededMillis = clock.elapsedMillis();
            untilMillis = Long.MIN_VALUE;
        }
        whenSuperseded.forEach(Runnable::run);
    }

    private void retry() {
        synchronized (this) {
            retrying = false;
        }
        send();
    }

    private void settled() {
        CompletableFuture<Void> waiting;
        synchronized (this) {
            waiting = --underWay == 0 ? left : null;
        }
        if (waiting != null) {
            giveUp(waiting);
        }
    }

    /**
     * Gives the lease up, so that other nodes can take over at once. Waits until all heartbeats under way are answered: a
     * heartbeat that arrived later would renew the lease.
     *
     * @return completes when the store knows, or fails as it does
     */
    public CompletableFuture<Void> leave() {
        CompletableFuture<Void> result = new CompletableFuture<>();
        synchronized (this) {
            ended = true;
            untilMillis = Long.MIN_VALUE;
            if (underWay > 0) {
                left = result;
                return result;
            }
        }
        giveUp(result);
        return result;
    }

    private void giveUp(CompletableFuture<Void> result) {
        if (!shared || term == 0) {
            result.complete(null);
        } else {
            heartbeat(0).subscribe().with(now -> result.complete(null), result::completeExceptionally);
        }
    }
}
