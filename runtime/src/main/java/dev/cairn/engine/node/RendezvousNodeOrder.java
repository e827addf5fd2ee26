package dev.cairn.engine.node;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import dev.cairn.spi.Node;
import dev.cairn.spi.NodeLease;
import dev.cairn.spi.NodeMessages;
import dev.cairn.time.TimeSource;
import io.smallrye.mutiny.Uni;

/**
 * Orders the nodes that share a store by rendezvous hashing, so that usually only the first one tries what all of them see.
 * Each instance has an order of its own, by rendezvous hashing. It follows from the live nodes at the last query of the store.
 * Nodes with different views may try at once, and the store decides. Thread-safe.
 */
public final class RendezvousNodeOrder {

    private final NodeMessages nodes;
    private final String nodeId;
    private final AtomicBoolean querying = new AtomicBoolean();
    private final TimeSource time;
    private volatile List<String> others = List.of();
    private volatile SeenNodes lastSeenNodes = new SeenNodes(List.of(), 0);
    /** Unknown is no: what this node writes then may be read by a node of an earlier version. */
    private volatile boolean allReadNotes;
    private final AtomicInteger departures = new AtomicInteger();
    private volatile Consumer<Boolean> whenSeen = joined -> {};

    /**
     * The other live nodes, from one answer of the store.
     *
     * @param atNanos time of the query by the clock of this process; the store answered at this time or later
     */
    private record SeenNodes(List<NodeLease> others, long atNanos) {}

    /**
     * @param nodes asked who is alive; null if this node is alone
     */
    public RendezvousNodeOrder(NodeMessages nodes, String nodeId, TimeSource time) {
        this.time = time;
        this.nodes = nodes;
        this.nodeId = nodeId;
        this.allReadNotes = nodes == null;
    }

    /** Asks who is alive. If there is no answer, it is as it was. */
    public void look() {
        if (nodes != null && querying.compareAndSet(false, true)) {
            long askedAtNanos = time.elapsedNanos();
            Uni.createFrom().deferred(nodes::leases).subscribe().with(alive -> {
                List<String> before = others;
                lastSeenNodes = new SeenNodes(alive.stream().filter(node -> !node.nodeId().equals(nodeId)).toList(),
                        askedAtNanos);
                others = lastSeenNodes.others().stream().map(NodeLease::nodeId).toList();
                allReadNotes = others.stream().allMatch(Node::takesNotices);
                if (!others.containsAll(before)) {
                    departures.incrementAndGet();
                }
                querying.set(false);
                whenSeen.accept(!before.containsAll(others));
            }, failure -> querying.set(false));
        }
    }

    /** The ids of the other nodes that were alive when the store was last asked. */
    List<String> others() {
        return others;
    }

    /**
     * The other nodes that were alive at the last query, each with the remaining time of its lease, which is negative once the
     * lease is over.
     */
    public List<NodeLease> leases() {
        SeenNodes last = lastSeenNodes;
        long passedMillis = TimeUnit.NANOSECONDS.toMillis(time.elapsedNanos() - last.atNanos());
        return last.others().stream().map(node -> new NodeLease(node.nodeId(), node.remainingMillis() - passedMillis)).toList();
    }

    /** The other nodes in the order in which they try an instance, some left out. */
    public List<String> inOrder(Set<String> leftOut, String instanceId) {
        return others.stream().filter(node -> !leftOut.contains(node))
                .sorted(Comparator.comparingInt((String node) -> weight(node, instanceId))
                        .thenComparing(Comparator.naturalOrder())
                        .reversed())
                .toList();
    }

    /** Each time the others are seen, tells something whether one was not there when the store was asked before. It must not block or throw. */
    public void whenSeen(Consumer<Boolean> action) {
        whenSeen = action;
    }

    /**
     * False while a node of an earlier version is alive, which cannot read entries with an origin or a place in a trace. Also false until
     * the store was asked for the first time.
     */
    public boolean allReadNotes() {
        return allReadNotes;
    }

    /** Changes when a node that was there is not any more. */
    public int departures() {
        return departures.get();
    }

    /** Number of nodes that try it before this one. */
    public int before(String instanceId) {
        int mine = weight(nodeId, instanceId);
        int before = 0;
        for (String other : others) {
            int weight = weight(other, instanceId);
            before += weight > mine || weight == mine && other.compareTo(nodeId) > 0 ? 1 : 0;
        }
        return before;
    }

    /** The hashes of texts that differ in the end differ in the lowest bits alone, so these are spread (the last step of MurmurHash3). */
    private static int weight(String node, String instanceId) {
        int hash = node.hashCode() * 31 + instanceId.hashCode();
        hash = (hash ^ hash >>> 16) * 0x85EBCA6B;
        hash = (hash ^ hash >>> 13) * 0xC2B2AE35;
        return hash ^ hash >>> 16;
    }
}
