package dev.cairn.engine.event;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import org.jboss.logging.Logger;

import dev.cairn.engine.node.NodeContext;
import dev.cairn.spi.EntryPlace;
import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.spi.Node;
import dev.cairn.spi.NodeMessage;
import dev.cairn.spi.NodeMessages;
import dev.cairn.time.InstanceIdGenerator;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;

/**
 * Exchanges notices and parcels between the nodes that share a store. A node reads notices together with the events of others;
 * parcels lie in a mailbox of their own until the node collects them. No sender waits until they are read. Bodies are sealed
 * as entries of a journal are. Thread-safe; nothing blocks.
 */
public final class NodeMessenger {

    private static final Logger LOG = Logger.getLogger("dev.cairn");
    /** Begins the id of a notice. Ids of other messages have no hyphen. */
    private static final String NOTICE = "notice-";
    /** The mailbox of a node: to the store it is a node that is never alive. */
    private static final String MAILBOX = "~parcels";

    private final NodeContext context;
    private final NodeMessages nodes;
    private final InstanceIdGenerator ids;
    private final List<Consumer<byte[]>> receivers = new CopyOnWriteArrayList<>();

    NodeMessenger(NodeContext context, NodeMessages nodes) {
        this.context = context;
        this.nodes = nodes;
        this.ids = new InstanceIdGenerator(context.time(), context.random());
    }

    static boolean isNotice(NodeMessage message) {
        return message.id().startsWith(NOTICE);
    }

    /** The id by which the others know this node. */
    public String nodeId() {
        return context.nodeId();
    }

    /** The other nodes that are alive and take notices; fails as the store does. */
    public Uni<List<String>> others() {
        return Uni.createFrom().deferred(nodes::alive).map(alive -> alive.stream()
                .filter(node -> Node.takesNotices(node) && !node.equals(context.nodeId())).toList());
    }

    /**
     * Leaves a notice for nodes, at least one. They read it with their next heartbeat.
     *
     * @return completes when it is stored; fails as the store does
     */
    public Uni<Void> notify(List<String> nodeIds, byte[] body) {
        return leave(nodeIds, NOTICE + ids.next(), body);
    }

    /** Leaves a parcel in the mailboxes of nodes, at least one; otherwise as {@link #notify}. */
    public Uni<Void> post(List<String> nodeIds, byte[] body) {
        return leave(nodeIds.stream().map(node -> node + MAILBOX).toList(), ids.next(), body);
    }

    private Uni<Void> leave(List<String> targets, String messageId, byte[] body) {
        return Uni.createFrom().deferred(() -> {
            byte[] sealed = context.options().journal().seal().seal(body, new EntryPlace(messageId, 0));
            return nodes.tell(targets.stream().map(target -> new NodeMessage(target, messageId, sealed)).toList());
        });
    }

    /** Tells a receiver of each notice for this node, on a worker. Exceptions that it throws are logged. */
    public Cancellable onNotice(Consumer<byte[]> receiver) {
        receivers.add(receiver);
        return () -> receivers.remove(receiver);
    }

    /**
     * Takes parcels out of the mailbox of this node.
     *
     * @param limit maximum number of parcels
     * @return their bodies, oldest first, without the unreadable ones. A parcel comes once more if it cannot be removed
     */
    public Uni<List<byte[]>> collect(int limit) {
        return Uni.createFrom().deferred(() -> nodes.told(context.nodeId() + MAILBOX, limit))
                .chain(messages -> messages.isEmpty() ? Uni.createFrom().item(List.of())
                        : Uni.createFrom().deferred(() -> nodes.heard(messages)).onFailure().recoverWithNull()
                                .emitOn(context.threads()::worker).map(removed -> open(messages)));
    }

    private List<byte[]> open(List<NodeMessage> messages) {
        List<byte[]> bodies = new ArrayList<>(messages.size());
        messages.forEach(message -> open(message, bodies::add));
        return bodies;
    }

    /** A notice has come. */
    void heard(NodeMessage message) {
        open(message, body -> receivers.forEach(receiver -> receiver.accept(body)));
    }

    private void open(NodeMessage message, Consumer<byte[]> then) {
        try {
            then.accept(context.options().journal().seal().open(message.body(), new EntryPlace(message.id(), 0)));
        } catch (RuntimeException | Error unreadable) {
            LOG.warnf(
                    "CAIRN-0771: Skipped a message of another node [message=%s]: %s. Viewers are told that they may have missed"
                            + " changes. Do all nodes have the same payload codecs?",
                    message.id(), ExceptionMessageFormatter.of(unreadable));
        }
    }
}
