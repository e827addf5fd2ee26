package dev.cairn.engine;

import java.util.List;

import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.Node;
import dev.cairn.spi.NodeLease;
import dev.cairn.spi.StoreCapabilities;

/** A view of the nodes that share the store of an engine, for operators. Thread-safe; nothing blocks or asks the store. */
public final class ClusterMembershipView {

    private final Engine engine;
    private final StoreCapabilities store;

    /** The nodes of an engine and its store. */
    public ClusterMembershipView(Engine engine, InstanceStore store) {
        this.engine = engine;
        this.store = store.capabilities();
    }

    /** The capabilities of this node's store. */
    public StoreCapabilities store() {
        return store;
    }

    /** This node, in its present life. */
    public Node self() {
        return engine.context().options().cluster().node();
    }

    /**
     * The other nodes whose heartbeat held when this node last asked the store, which it does after each heartbeat of its own.
     *
     * @return the leases of these nodes; {@link Node#nameOf} and {@link Node#lifeOf} read the ids. The remaining time is that
     *         of the last query by the clock of the store, less the time since; 0 or less if this node could not ask again.
     *         Empty if the store is not shared
     */
    public List<NodeLease> others() {
        return engine.nodeOrder().leases();
    }
}
