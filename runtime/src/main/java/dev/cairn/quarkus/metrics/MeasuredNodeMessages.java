package dev.cairn.quarkus.metrics;

import java.util.List;

import dev.cairn.quarkus.metrics.StoreMeters.OperationMeter;
import dev.cairn.spi.NodeLease;
import dev.cairn.spi.NodeMessage;
import dev.cairn.spi.NodeMessages;
import io.smallrye.mutiny.Uni;

/** Forwards the messages between nodes, and times each operation. */
final class MeasuredNodeMessages implements NodeMessages {

    private final NodeMessages nodes;
    private final OperationMeter alive;
    private final OperationMeter tell;
    private final OperationMeter told;
    private final OperationMeter unheard;
    private final OperationMeter heard;

    MeasuredNodeMessages(NodeMessages nodes, StoreMeters meters) {
        this.nodes = nodes;
        this.alive = meters.operation("nodes_alive");
        this.tell = meters.operation("nodes_tell");
        this.told = meters.operation("nodes_told");
        this.unheard = meters.operation("nodes_unheard");
        this.heard = meters.operation("nodes_heard");
    }

    @Override
    public Uni<List<NodeLease>> leases() {
        return alive.time(() -> nodes.leases());
    }

    @Override
    public Uni<List<String>> alive() {
        return alive.time(() -> nodes.alive());
    }

    @Override
    public Uni<Void> tell(List<NodeMessage> messages) {
        return tell.time(() -> nodes.tell(messages));
    }

    @Override
    public Uni<List<NodeMessage>> told(String nodeId, int limit) {
        return told.time(() -> nodes.told(nodeId, limit));
    }

    @Override
    public Uni<List<String>> unheard(String messageId, List<String> nodeIds) {
        return unheard.time(() -> nodes.unheard(messageId, nodeIds));
    }

    @Override
    public Uni<Void> heard(List<NodeMessage> messages) {
        return heard.time(() -> nodes.heard(messages));
    }
}
