package dev.cairn.spi;

import java.util.List;

import io.smallrye.mutiny.Uni;

/**
 * What the nodes that share a store leave in it for each other. A message is for one life of a node and stays until that life has
 * dealt with it. It stays when the life ends, so that whoever left it can see that nobody dealt with it.
 *
 * <p>
 * Threads and failures are as in {@link InstanceStore}. A store may drop messages that are older than a day.
 */
public interface NodeMessages {

    /**
     * Tells which nodes are alive, and for how long: those whose heartbeat holds now by the clock of the store.
     *
     * @return one for each node, in any order; each lasts 1 ms at the least
     */
    Uni<List<NodeLease>> leases();

    /**
     * Tells which nodes are alive, as {@link #leases()} does.
     *
     * @return their {@link Node#id()}, in any order
     */
    default Uni<List<String>> alive() {
        return leases().map(leases -> leases.stream().map(NodeLease::nodeId).toList());
    }

    /**
     * Leaves messages for nodes, alive or not.
     *
     * @param messages at least one
     * @return completes when they are as durable as a commit; when it fails, some may be there. A message that is there already
     *         changes nothing
     */
    Uni<Void> tell(List<NodeMessage> messages);

    /**
     * Reads what is left for a node, in the order in which it was left.
     *
     * @param limit how many at the most
     */
    Uni<List<NodeMessage>> told(String nodeId, int limit);

    /**
     * Tells which nodes have not dealt with a message.
     *
     * @param nodeIds for whom it was left, at least one
     * @return those of them for whom it is still there
     */
    Uni<List<String>> unheard(String messageId, List<String> nodeIds);

    /**
     * Removes messages that were dealt with, whatever their bodies; those that are gone already are no failure.
     *
     * @param messages at least one
     */
    Uni<Void> heard(List<NodeMessage> messages);
}
