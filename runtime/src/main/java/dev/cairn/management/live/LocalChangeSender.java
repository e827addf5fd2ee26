package dev.cairn.management.live;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.stream.Collectors;

import org.jboss.logging.Logger;

import dev.cairn.engine.LiveChangeSource;
import dev.cairn.engine.event.NodeMessenger;
import dev.cairn.engine.observer.LiveChange;
import dev.cairn.engine.observer.LiveChangeListener;
import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.time.LogRateLimiter;
import io.smallrye.mutiny.subscription.Cancellable;

/**
 * Sends the changes of this node to other nodes that show them, for as long as they renew their interest. At most {@link #MAX_WAITING}
 * changes wait, and one parcel is under way at a time. Changes that do not fit are left out, and the next parcel says so. Thread-safe;
 * nothing blocks.
 */
public final class LocalChangeSender implements LiveChangeListener {

    /** Delay after which the changes gathered meanwhile are sent together. */
    static final long GATHER_MILLIS = 200;
    static final int MAX_WAITING = 4_096;

    private static final Logger LOG = Logger.getLogger("dev.cairn");
    private static final long LOG_MILLIS = 60_000;
    private static final long RETRY_MILLIS = 1_000;
    /** About 64 KiB with names of usual length. */
    private static final int MAX_CHANGES = 256;
    private static final long MAX_INTEREST_MILLIS = 60_000;

    private final LiveChangeSource engine;
    private final NodeMessenger notices;
    private final LogRateLimiter failures;
    private final Map<String, Target> targets = new HashMap<>();
    private final Queue<LiveChange> waiting = new ArrayDeque<>();
    private volatile Set<String> tasks = Set.of();
    /** Null while no other node shows changes. */
    private Cancellable watching;
    private long number;
    private boolean missed;
    /** A node waits to hear from where on it has everything. */
    private boolean greets;
    /** True while a parcel is under way or a timer for the next one is set. */
    private boolean busy;

    /**
     * Another node that shows changes.
     *
     * @param since number of the first parcel that has all it wants
     * @param untilMillis of the elapsed clock
     */
    private record Target(long since, long untilMillis, Set<String> tasks) {}

    /** Reports of the changes of an engine. */
    public LocalChangeSender(LiveChangeSource engine, NodeMessenger notices) {
        this.engine = engine;
        this.notices = notices;
        this.failures = new LogRateLimiter(engine.time(), LOG_MILLIS);
    }

    /** Begins to receive the interest of other nodes. */
    public void begin() {
        notices.onNotice(this::noticed);
    }

    private void noticed(byte[] text) {
        ClusterSubscriptionMessage interest = ClusterSubscriptionMessage.read(text);
        if (interest == null) {
            return;
        }
        long millis = Math.min(interest.forMillis(), MAX_INTEREST_MILLIS);
        synchronized (this) {
            if (millis <= 0) {
                targets.remove(interest.node());
            } else {
                add(interest, millis);
            }
            update();
        }
    }

    private void add(ClusterSubscriptionMessage interest, long millis) {
        Target before = targets.get(interest.node());
        boolean isNew = before == null || !before.tasks.containsAll(interest.tasks());
        targets.put(interest.node(), new Target(isNew ? number + 1 : before.since, engine.time().elapsedMillis() + millis,
                interest.tasks()));
        engine.timers().after(millis + 1, this::forgetOld);
        if (isNew) {
            greets = true;
            sendLater(0);
        }
    }

    private synchronized void forgetOld() {
        long now = engine.time().elapsedMillis();
        targets.values().removeIf(target -> target.untilMillis <= now);
        update();
    }

    private void update() {
        tasks = targets.values().stream().flatMap(target -> target.tasks.stream())
                .collect(Collectors.toUnmodifiableSet());
        if (targets.isEmpty()) {
            waiting.clear();
            missed = false;
            if (watching != null) {
                watching.cancel();
                watching = null;
            }
        } else if (watching == null) {
            watching = engine.watch(this);
        }
    }

    @Override
    public boolean wantsTasks(String workflow) {
        Set<String> watched = tasks;
        return !watched.isEmpty() && (watched.contains(WatchedTaskWorkflows.ALL) || watched.contains(workflow));
    }

    @Override
    public synchronized void changed(LiveChange change) {
        if (waiting.size() == MAX_WAITING) {
            // Viewers read everything again anyway.
            waiting.clear();
            missed = true;
        }
        waiting.add(change);
        sendLater(GATHER_MILLIS);
    }

    private synchronized void sendLater(long millis) {
        if (!busy) {
            busy = true;
            engine.timers().after(millis, () -> engine.worker(this::send));
        }
    }

    private void send() {
        InterNodeChangeMessage parcel;
        List<String> nodes;
        synchronized (this) {
            if (targets.isEmpty() || engine.stopping()) {
                busy = false;
                return;
            }
            List<LiveChange> changes = new ArrayList<>();
            while (changes.size() < MAX_CHANGES && !waiting.isEmpty()) {
                changes.add(waiting.poll());
            }
            Map<String, Long> since = new HashMap<>();
            targets.forEach((node, target) -> since.put(node, target.since));
            parcel = new InterNodeChangeMessage(notices.nodeId(), ++number, since, missed, changes);
            missed = false;
            greets = false;
            nodes = List.copyOf(targets.keySet());
        }
        notices.post(nodes, parcel.text()).subscribe().with(posted -> sent(GATHER_MILLIS), failure -> {
            // The next parcel has another number, so its receivers know that a parcel is missing.
            if (!engine.stopping() && failures.isDue()) {
                LOG.warnf(
                        "CAIRN-0773: Cannot send changes to other nodes that show them: %s. Trying again; viewers are told what they"
                                + " may have missed.",
                        ExceptionMessageFormatter.of(failure));
            }
            sent(RETRY_MILLIS);
        });
    }

    private synchronized void sent(long pauseMillis) {
        busy = false;
        if (greets || !waiting.isEmpty()) {
            boolean hurries = pauseMillis == GATHER_MILLIS && (greets || waiting.size() >= MAX_CHANGES);
            sendLater(hurries ? 0 : pauseMillis);
        }
    }

    /** True while another node shows changes. */
    public synchronized boolean isWatching() {
        return watching != null;
    }
}
