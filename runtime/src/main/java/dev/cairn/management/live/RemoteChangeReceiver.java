package dev.cairn.management.live;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jboss.logging.Logger;

import dev.cairn.engine.LiveChangeSource;
import dev.cairn.engine.event.NodeMessenger;
import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.time.LogRateLimiter;

/**
 * Receives the changes of other nodes while this node has viewers: renews its subscription with each of them, and collects
 * what they send. Changes may be lost on the way; their viewers are told. Thread-safe; nothing blocks.
 */
final class RemoteChangeReceiver {

    /** Other nodes send for this long after each message of interest. */
    static final long INTEREST_MILLIS = 15_000;
    /** Interval of messages of interest: three in {@link #INTEREST_MILLIS}, because one may be late. */
    static final long RENEWAL_MILLIS = INTEREST_MILLIS / 3;
    /** Interval of reads, each a small read of the store. People see this delay and that of the sender. */
    static final long COLLECTION_MILLIS = 250;

    private static final Logger LOG = Logger.getLogger("dev.cairn");
    private static final long LOG_MILLIS = 60_000;
    private static final int MAX_PARCELS = 64;

    private final LiveChangeSource engine;
    private final NodeMessenger notices;
    private final ChangeHub hub;
    private final LogRateLimiter failures;
    /** The parcels received so far, by node. */
    private final Map<String, Received> received = new HashMap<>();
    private Set<String> tasks = Set.of();
    private List<String> otherNodes = List.of();
    /** Number of the current period of watching, 0 while no client watches. Answers to earlier periods are ignored. */
    private long term;
    private long terms;

    /** Numbers of the first and the last parcel of a node. */
    private record Received(long first, long last) {}

    RemoteChangeReceiver(LiveChangeSource engine, NodeMessenger notices, ChangeHub hub) {
        this.engine = engine;
        this.notices = notices;
        this.hub = hub;
        this.failures = new LogRateLimiter(engine.time(), LOG_MILLIS);
    }

    /** Gets changes from now on: a first client watches. */
    synchronized void begin(Set<String> watchedTasks) {
        tasks = watchedTasks;
        received.clear();
        otherNodes = List.of();
        long begun = ++terms;
        term = begun;
        discard(begun);
    }

    /** Drops parcels for earlier viewers, which the present viewers must not get. */
    private void discard(long begun) {
        notices.collect(MAX_PARCELS).subscribe().with(old -> {
            if (old.size() == MAX_PARCELS && isCurrent(begun)) {
                discard(begun);
            } else {
                renew(begun);
                collect(begun);
            }
        }, failure -> {
            failed(failure);
            later(begun, COLLECTION_MILLIS, () -> discard(begun));
        });
    }

    /** Changes the watched tasks. */
    synchronized void watch(Set<String> watchedTasks) {
        tasks = watchedTasks;
        if (term != 0 && !otherNodes.isEmpty()) {
            tell(otherNodes, INTEREST_MILLIS);
        }
    }

    /** Gets no more changes: the last client has left. */
    synchronized void end() {
        term = 0;
        if (!otherNodes.isEmpty()) {
            tell(otherNodes, 0);
        }
    }

    private synchronized boolean isCurrent(long begun) {
        return term == begun && !engine.stopping();
    }

    private void later(long begun, long millis, Runnable action) {
        if (isCurrent(begun)) {
            engine.timers().after(millis, () -> {
                if (isCurrent(begun)) {
                    action.run();
                }
            });
        }
    }

    private void renew(long begun) {
        notices.others().subscribe().with(alive -> {
            seen(begun, alive);
            later(begun, RENEWAL_MILLIS, () -> renew(begun));
        }, failure -> {
            failed(failure);
            later(begun, RENEWAL_MILLIS, () -> renew(begun));
        });
    }

    private synchronized void seen(long begun, List<String> alive) {
        if (term != begun) {
            return;
        }
        otherNodes = alive;
        received.keySet().removeIf(node -> {
            boolean gone = !alive.contains(node);
            if (gone) {
                hub.reset(StreamInterruptionReason.NODE_LEFT);
            }
            return gone;
        });
        if (!alive.isEmpty()) {
            tell(alive, INTEREST_MILLIS);
        }
    }

    private void tell(List<String> nodes, long forMillis) {
        notices.notify(nodes, new ClusterSubscriptionMessage(notices.nodeId(), forMillis, tasks).text()).subscribe().with(
                told -> {},
                this::failed);
    }

    private void collect(long begun) {
        if (hasOthers()) {
            notices.collect(MAX_PARCELS).subscribe().with(parcels -> {
                parcels.forEach(parcel -> take(begun, parcel));
                later(begun, parcels.size() == MAX_PARCELS ? 0 : COLLECTION_MILLIS, () -> collect(begun));
            }, failure -> {
                failed(failure);
                later(begun, RENEWAL_MILLIS, () -> collect(begun));
            });
        } else {
            later(begun, COLLECTION_MILLIS, () -> collect(begun));
        }
    }

    private synchronized boolean hasOthers() {
        return !otherNodes.isEmpty();
    }

    private synchronized void take(long begun, byte[] text) {
        if (term != begun) {
            return;
        }
        InterNodeChangeMessage parcel;
        try {
            parcel = InterNodeChangeMessage.read(text);
        } catch (RuntimeException unreadable) {
            // A parcel of a later version. The number of the next parcel tells that one is missing.
            failed(unreadable);
            return;
        }
        Received before = received.get(parcel.node());
        if (before != null && parcel.number() <= before.last) {
            // The store could not remove the parcel and delivered it again.
            return;
        }
        long first = parcel.since().getOrDefault(notices.nodeId(), parcel.number());
        received.put(parcel.node(), new Received(first, parcel.number()));
        if (before == null || first != before.first) {
            hub.reset(StreamInterruptionReason.NODE_JOINED);
        } else if (parcel.missed() || parcel.number() != before.last + 1) {
            hub.reset(StreamInterruptionReason.NODE_MISSED);
        }
        // A parcel is for all nodes that show changes: another one may want more tasks.
        parcel.changes().stream().filter(change -> change.task() == null || hub.wantsTasks(change.workflow()))
                .forEach(hub::changed);
    }

    private void failed(Throwable failure) {
        if (!engine.stopping() && failures.isDue()) {
            LOG.warnf(
                    "CAIRN-0772: Cannot show changes of other nodes: %s. Trying again; viewers are told what they may have missed.",
                    ExceptionMessageFormatter.of(failure));
        }
    }
}
