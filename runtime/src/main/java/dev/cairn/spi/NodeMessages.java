package dev.cairn.spi;

import java.util.List;

import io.smallrye.mutiny.Uni;

/**
 * Messages that nodes leave for each other in the store that they share. A message is for one life of a node and stays until
 * that life has handled it. It stays when the life ends, so that the sender can see that it was not handled.
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
     * @return completes when they are as durable as a commit; when it fails, some may be stored. A message that is already
     *         stored changes nothing
     */
    Uni<Void> tell(List<NodeMessage> messages);

    /**
     * Reads the messages for a node, in the order in which they were left.
     *
     * @param limit maximum number of messages
     */
    Uni<List<NodeMessage>> told(String nodeId, int limit);

    /**
     * Lists the nodes that have not handled a message.
     *
     * @param nodeIds the recipients of the message, at least one
     * @return the nodes for which the message is still stored
     */
    Uni<List<String>> unheard(String messageId, List<String> nodeIds);

    /**
     * Removes handled messages, without regard to their bodies; messages that are already gone are no failure.
     *
     * @param messages at least one
     */
    Uni<Void> heard(List<NodeMessage> messages);
}
