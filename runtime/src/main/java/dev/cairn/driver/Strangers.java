package dev.cairn.driver;

import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;

import org.jboss.logging.Logger;

import dev.cairn.executor.DivergenceException;
import dev.cairn.journal.Journal;
import dev.cairn.spi.CauseText;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoredInstance;

/**
 * Instances that this node has claimed and cannot run while another may: it has no such definition, or one that the journal does not fit, as
 * when nodes with another version of the application run beside it.
 *
 * <p>
 * Each is handed over: this node leaves a message for whoever owns it, which names the nodes that cannot run it, and makes another node the
 * owner. That hears the message with its next heartbeat and takes the instance up, or hands it on to one that is not named. Where there is none left it is
 * parked, until another node joins. Safe for any thread.
 */
final class Strangers {

    private static final Logger LOG = Logger.getLogger("dev.cairn");
    private static final int UNDER_WAY = 64;

    private final Engine engine;
    private final InstanceTable table;
    private final Recovery recovery;
    private final Peers peers;
    /** Epochs of those that are being handed over, by id. */
    private final ConcurrentMap<String, Long> leaving = new ConcurrentHashMap<>();
    private final Queue<Stranger> waiting = new ConcurrentLinkedQueue<>();
    private final Places places = new Places(UNDER_WAY);
    /** For those that were handed to this node and are on their way into its memory: which nodes cannot run them. */
    private final ConcurrentMap<String, Set<String>> cannot = new ConcurrentHashMap<>();
    /** To whom they were given since the others were seen: what comes back at once was given to one that is dead. */
    private final ConcurrentMap<String, Set<String>> given = new ConcurrentHashMap<>();
    /** Those that are parked here since no other node can run them. */
    private final Set<String> here = ConcurrentHashMap.newKeySet();
    /** Definitions that were told of since another node has joined. */
    private final Set<String> toldOf = ConcurrentHashMap.newKeySet();

    Strangers(Engine engine, InstanceTable table, Recovery recovery, Peers peers) {
        this.engine = engine;
        this.table = table;
        this.recovery = recovery;
        this.peers = peers;
        peers.whenSeen(this::othersSeen);
    }

    /** An instance cannot go on here for a reason: it is handed over, or parked. */
    void stop(Claimed claimed, StoredInstance stored, Throwable reason) {
        InstanceRow row = claimed.claim().row();
        boolean ofThisNode = reason instanceof NoDefinitionException || reason instanceof DivergenceException;
        Set<String> tried = new TreeSet<>(cannot.getOrDefault(row.id(), Set.of()));
        tried.add(engine.nodeId());
        tried.addAll(given.getOrDefault(row.id(), Set.of()));
        String next = ofThisNode && !engine.stopping() ? peers.firstBut(tried, row.id()) : null;
        if (next == null) {
            if (ofThisNode) {
                here.add(row.id());
            } else {
                here.remove(row.id());
            }
            table.park(null, Views.of(row, null, null), reason);
            return;
        }
        leaving.put(row.id(), claimed.epoch());
        given.computeIfAbsent(row.id(), any -> ConcurrentHashMap.newKeySet()).add(next);
        waiting.add(new Stranger(row.withOwner(next), claimed.epoch(), stored.entries().size(), tried, reason));
        handOverNext();
    }

    /** True while an instance is handed over: it is not to be brought into memory, and nobody else's yet. */
    boolean isLeaving(String instanceId) {
        return leaving.containsKey(instanceId);
    }

    /** True for one that is parked here and that no other node can run either. */
    boolean stays(String instanceId) {
        return here.contains(instanceId) && table.isParked(instanceId);
    }

    /** Another node hands an instance to this one, since it cannot run it, and none of some others can. */
    void arrives(String instanceId, Set<String> cannotRunIt) {
        cannot.put(instanceId, cannotRunIt);
    }

    /** An instance that was handed to this node is in memory, or will not come. */
    void arrived(String instanceId) {
        cannot.remove(instanceId);
    }

    private void othersSeen(boolean joined) {
        given.clear();
        if (joined) {
            tryAgain();
        }
    }

    /** Another node has joined, which may run them. */
    private void tryAgain() {
        toldOf.clear();
        List<String> all = List.copyOf(here);
        here.removeAll(all);
        List<String> parked = all.stream().filter(table::isParked).toList();
        parked.forEach(table::unpark);
        recovery.claim(parked);
    }

    private void handOverNext() {
        while (!waiting.isEmpty() && places.take(1)) {
            Stranger next = waiting.poll();
            if (next == null) {
                places.free(1);
            } else {
                handOver(next);
            }
        }
    }

    /** First the message, which is heard by whoever owns the instance: a new owner that was not told would never look for it. */
    private void handOver(Stranger stranger) {
        engine.operations().tell(stranger.id(), new HandOver(stranger.epoch, stranger.cannot)).subscribe().with(
                told -> give(stranger),
                failure -> failed(stranger, failure));
    }

    private void give(Stranger stranger) {
        InstanceWrite write = new InstanceWrite(stranger.row, stranger.epoch, stranger.entries, List.of());
        engine.journal().commit(write, new Journal.Listener() {
            @Override
            public void done(CommitResult result) {
                if (result == CommitResult.COMMITTED) {
                    tell(stranger);
                    left(stranger);
                    table.look(stranger.id());
                } else {
                    notGiven(stranger);
                }
            }

            @Override
            public void failed(Throwable cause) {
                Strangers.this.failed(stranger, cause);
            }
        });
    }

    private void failed(Stranger stranger, Throwable failure) {
        LOG.debugf(failure, "Could not leave instance %s to another node", stranger.id());
        engine.timers().after(Backoff.after(failure), () -> notGiven(stranger));
    }

    private void left(Stranger stranger) {
        leaving.remove(stranger.id(), stranger.epoch);
        places.free(1);
        handOverNext();
    }

    /** If it is still this node's it is claimed once more, and handed over then. */
    private void notGiven(Stranger stranger) {
        given.computeIfPresent(stranger.id(),
                (id, nodes) -> nodes.remove(stranger.row.owner()) && nodes.isEmpty() ? null : nodes);
        left(stranger);
        recovery.claim(stranger.id());
    }

    private void tell(Stranger stranger) {
        InstanceRow row = stranger.row;
        boolean first = toldOf.add(row.workflow() + ":" + row.version());
        LOG.logf(first ? Logger.Level.WARN : Logger.Level.DEBUG,
                "CAIRN-0464: Left instance to another node [workflow=%s, version=%s, instance=%s, node=%s]: %s. One that runs the version"
                        + " of the application that it belongs to goes on with it; if there is none, start one.",
                row.workflow(), row.version(), row.id(), row.owner(), CauseText.of(stranger.reason));
    }

    /**
     * One that is handed over.
     *
     * @param row with its next owner
     * @param cannot the nodes that cannot run it
     */
    private record Stranger(InstanceRow row, long epoch, long entries, Set<String> cannot, Throwable reason) {

        String id() {
            return row.id();
        }
    }

    /** The application has no definition of this name and version. */
    static final class NoDefinitionException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        NoDefinitionException(InstanceRow row) {
            super("the application has no workflow " + row.workflow() + ":" + row.version() + " any more");
        }
    }
}
