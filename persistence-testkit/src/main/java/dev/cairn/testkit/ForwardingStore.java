package dev.cairn.testkit;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import dev.cairn.api.InstanceCount;
import dev.cairn.spi.Claim;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.DueTimer;
import dev.cairn.spi.InstanceMessage;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.Node;
import dev.cairn.spi.NodeLease;
import dev.cairn.spi.NodeMessage;
import dev.cairn.spi.NodeMessages;
import dev.cairn.spi.StoreCapabilities;
import dev.cairn.spi.StoredInstance;
import io.smallrye.mutiny.Uni;

/** A store that hands everything to another one, through a single method in which a subclass can do something about it. */
public abstract class ForwardingStore implements InstanceStore {

    private final InstanceStore real;

    /** Hands everything to this store; closing closes it. */
    protected ForwardingStore(InstanceStore real) {
        this.real = real;
    }

    /**
     * A call is made. Called when the caller asks for it, not when it subscribes.
     *
     * @param name of the method
     * @param forward makes the call of the real store; may be used more than once, or never
     * @return the caller's result; unless a subclass overrides it, the real store's result
     */
    protected <T> Uni<T> call(String name, Supplier<Uni<T>> forward) {
        return forward.get();
    }

    @Override
    public Optional<String> fatality() {
        return real.fatality();
    }

    @Override
    public StoreCapabilities capabilities() {
        return real.capabilities();
    }

    @Override
    public Uni<List<CommitResult>> commit(List<InstanceWrite> batch) {
        List<InstanceWrite> copy = List.copyOf(batch);
        return call("commit", () -> real.commit(copy));
    }

    @Override
    public Uni<Optional<StoredInstance>> load(String instanceId) {
        return call("load", () -> real.load(instanceId));
    }

    @Override
    public Uni<List<StoredInstance>> loadAll(List<String> instanceIds) {
        List<String> copy = List.copyOf(instanceIds);
        return call("loadAll", () -> real.loadAll(copy));
    }

    @Override
    public Uni<Optional<InstanceRow>> row(String instanceId) {
        return call("row", () -> real.row(instanceId));
    }

    @Override
    public Uni<List<Claim>> claim(String nodeId, List<String> instanceIds) {
        return call("claim", () -> real.claim(nodeId, instanceIds));
    }

    @Override
    public Uni<List<Claim>> claimOrphans(String nodeId, int limit) {
        return call("claimOrphans", () -> real.claimOrphans(nodeId, limit));
    }

    @Override
    public Uni<List<DueTimer>> dueTimers(long untilMillis, DueTimer after, int limit) {
        return call("dueTimers", () -> real.dueTimers(untilMillis, after, limit));
    }

    @Override
    public Uni<InstancePage> find(InstanceQuery query) {
        return call("find", () -> real.find(query));
    }

    @Override
    public Uni<InstancePage> findOwned(String nodeId, String cursor, int limit) {
        return call("findOwned", () -> real.findOwned(nodeId, cursor, limit));
    }

    @Override
    public Uni<Optional<List<InstanceCount>>> counts() {
        return call("counts", real::counts);
    }

    @Override
    public Uni<Integer> removeEnded(long nowMillis, int limit) {
        return call("removeEnded", () -> real.removeEnded(nowMillis, limit));
    }

    @Override
    public Uni<Long> heartbeat(Node node, long aliveForMillis) {
        return call("heartbeat", () -> real.heartbeat(node, aliveForMillis));
    }

    @Override
    public Uni<Void> post(InstanceMessage message) {
        return call("post", () -> real.post(message));
    }

    @Override
    public Uni<List<InstanceMessage>> messages(String nodeId, int limit) {
        return call("messages", () -> real.messages(nodeId, limit));
    }

    @Override
    public Uni<Boolean> isPosted(InstanceMessage message) {
        return call("isPosted", () -> real.isPosted(message));
    }

    @Override
    public Uni<Void> handled(List<InstanceMessage> messages) {
        return call("handled", () -> real.handled(messages));
    }

    @Override
    public Optional<NodeMessages> nodeMessages() {
        return real.nodeMessages().map(ToNodes::new);
    }

    @Override
    public void close() {
        real.close();
    }

    private final class ToNodes implements NodeMessages {

        private final NodeMessages nodes;

        ToNodes(NodeMessages nodes) {
            this.nodes = nodes;
        }

        @Override
        public Uni<List<NodeLease>> leases() {
            return call("alive", nodes::leases);
        }

        @Override
        public Uni<Void> tell(List<NodeMessage> messages) {
            return call("tell", () -> nodes.tell(messages));
        }

        @Override
        public Uni<List<NodeMessage>> told(String nodeId, int limit) {
            return call("told", () -> nodes.told(nodeId, limit));
        }

        @Override
        public Uni<List<String>> unheard(String messageId, List<String> nodeIds) {
            return call("unheard", () -> nodes.unheard(messageId, nodeIds));
        }

        @Override
        public Uni<Void> heard(List<NodeMessage> messages) {
            return call("heard", () -> nodes.heard(messages));
        }
    }
}
