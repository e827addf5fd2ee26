package dev.cairn.management.live;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import dev.cairn.engine.LiveChangeSource;
import dev.cairn.engine.observer.LiveChange;
import dev.cairn.engine.observer.LiveChangeListener;
import io.smallrye.mutiny.subscription.Cancellable;

/**
 * Shows the changes of the instances of all nodes to any number of viewers, by one watcher of the engine. The watcher starts with the
 * first viewer and stops some time after the last one, so that a client that reconnects misses no change. Thread-safe; nothing blocks.
 */
public final class ChangeHub implements LiveChangeListener {

    /** Delay after which a client that lost its connection connects again. */
    static final long RETRY_MILLIS = 2_000;
    /** The watcher stays this long after the last viewer: a client may need a few attempts to reconnect. */
    static final long LINGER_MILLIS = 5 * RETRY_MILLIS;
    /** Interval of heartbeats. Most proxies close a connection that is idle for 30 to 60 seconds. */
    static final long BEAT_MILLIS = 15_000;
    /** Changes within this time are written together: people do not see the delay, and 100 viewers cost less. */
    static final long GATHER_MILLIS = 50;

    /** Half a second at 60,000 changes a second: an event loop may be that late. */
    private static final int MAX_CHANGES = 1 << 15;
    private static final long MAX_BYTES = 16L << 20;

    private final LiveChangeSource engine;
    private final ChangeRing ring;
    private final ChangeBlockCache blocks;
    private final int maxViewers;
    private final Set<ChangeViewer> viewers = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean waking = new AtomicBoolean();
    private final Optional<RemoteChangeReceiver> remote;
    private volatile WatchedTaskWorkflows tasks = WatchedTaskWorkflows.NONE;
    /** The sequence number behind the last entry that viewers were woken for. */
    private final AtomicLong wokenAt = new AtomicLong();
    /** Null while no client watches. */
    private Cancellable watching;
    private Runnable cancelBeat = () -> {};
    private boolean lingers;
    private long lastLeftMillis;
    private boolean stopped;

    /** @param maxViewers maximum clients that read at a time */
    public ChangeHub(LiveChangeSource engine, int maxViewers) {
        this(engine, maxViewers, MAX_CHANGES, MAX_BYTES);
    }

    ChangeHub(LiveChangeSource engine, int maxViewers, int maxChanges, long maxBytes) {
        this.engine = engine;
        this.maxViewers = maxViewers;
        this.ring = new ChangeRing(engine.life(), maxChanges, maxBytes);
        this.blocks = new ChangeBlockCache(ring);
        this.remote = engine.notices().map(notices -> new RemoteChangeReceiver(engine, notices, this));
    }

    /**
     * Begins a stream.
     *
     * @param lastEventId the last id that the client has seen, or null
     * @param opened gets the viewer, in an action of the sink, before anything is written
     * @return false if the number of viewers is at its maximum, or the application stops: then nothing is written
     */
    public boolean add(ChangeFilter filter, String lastEventId, ViewerSink sink, Consumer<ChangeViewer> opened) {
        ChangeViewer viewer;
        boolean missed;
        synchronized (this) {
            if (stopped || viewers.size() >= maxViewers) {
                return false;
            }
            watch(filter);
            long seen = lastEventId == null ? -1 : ring.sequence(lastEventId);
            boolean goesOn = seen >= 0 && tasks.cover(filter, seen);
            missed = lastEventId != null && !goesOn;
            viewer = new ChangeViewer(this, blocks, ring, filter, sink, goesOn ? seen + 1 : ring.next());
            viewers.add(viewer);
        }
        sink.run(() -> {
            opened.accept(viewer);
            viewer.open(missed);
        });
        return true;
    }

    private void watch(ChangeFilter filter) {
        boolean begins = watching == null;
        if (begins) {
            ring.clear();
        }
        WatchedTaskWorkflows before = tasks;
        tasks = before.and(filter, ring.next());
        if (begins) {
            watching = engine.watch(this);
            remote.ifPresent(nodes -> nodes.begin(tasks.workflows()));
            beatLater();
        } else if (tasks != before) {
            remote.ifPresent(nodes -> nodes.watch(tasks.workflows()));
        }
    }

    void remove(ChangeViewer viewer) {
        synchronized (this) {
            viewers.remove(viewer);
            lastLeftMillis = engine.time().elapsedMillis();
            if (!lingers && !stopped) {
                lingers = true;
                engine.timers().after(LINGER_MILLIS, this::forgetThoseWhoLeft);
            }
        }
    }

    private synchronized void forgetThoseWhoLeft() {
        long stays = lastLeftMillis + LINGER_MILLIS - engine.time().elapsedMillis();
        if (stays > 0) {
            engine.timers().after(stays, this::forgetThoseWhoLeft);
            return;
        }
        lingers = false;
        WatchedTaskWorkflows before = tasks;
        tasks = before.of(viewers, ring.next());
        if (viewers.isEmpty()) {
            unwatch();
            ring.clear();
            blocks.clear();
        } else if (tasks != before) {
            remote.ifPresent(nodes -> nodes.watch(tasks.workflows()));
        }
    }

    private void unwatch() {
        if (watching != null) {
            watching.cancel();
            watching = null;
            cancelBeat.run();
            remote.ifPresent(RemoteChangeReceiver::end);
        }
    }

    @Override
    public void changed(LiveChange change) {
        add(change, null);
    }

    @Override
    public boolean wantsTasks(String workflow) {
        return tasks.include(workflow);
    }

    /** Tells viewers to read everything again. */
    void reset(StreamInterruptionReason reason) {
        add(null, reason);
    }

    private void add(LiveChange change, StreamInterruptionReason reset) {
        ring.add(change, reset);
        if (waking.compareAndSet(false, true)) {
            engine.timers().after(GATHER_MILLIS, this::wake);
        } else if (ring.isBehind(wokenAt.get(), 1)) {
            // In a burst the ring may be overwritten before the time is over.
            wake();
        }
    }

    /** Clears the flag first: an entry added from then on wakes the viewers again. */
    private void wake() {
        waking.set(false);
        wokenAt.accumulateAndGet(ring.next(), Math::max);
        viewers.forEach(viewer -> viewer.sink().run(viewer::pump));
    }

    /** Sequence number up to which all viewers read, so that they share encoded blocks. Later entries wake them again. */
    long readable() {
        return wokenAt.get();
    }

    private void beatLater() {
        cancelBeat = engine.timers().after(BEAT_MILLIS, this::beat);
    }

    private void beat() {
        synchronized (this) {
            if (watching == null) {
                return;
            }
            beatLater();
        }
        viewers.forEach(viewer -> viewer.sink().run(viewer::beat));
    }

    /** Ends all streams and refuses new ones. */
    public void stop() {
        synchronized (this) {
            stopped = true;
            unwatch();
        }
        List.copyOf(viewers).forEach(viewer -> viewer.endLater(StreamInterruptionReason.STOPPING));
    }

    /** Number of clients that read. */
    public int viewers() {
        return viewers.size();
    }

    /** True while the watcher adds changes to the ring. */
    public synchronized boolean isWatching() {
        return watching != null;
    }
}
