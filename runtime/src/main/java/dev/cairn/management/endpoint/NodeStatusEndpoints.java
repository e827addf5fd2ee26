package dev.cairn.management.endpoint;

import java.util.Map;

import jakarta.inject.Singleton;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.engine.ClusterMembershipView;
import dev.cairn.engine.Engine;
import dev.cairn.engine.observer.EngineLoad;
import dev.cairn.engine.observer.EngineStatus;
import dev.cairn.management.request.ManagementAnswer;
import dev.cairn.management.request.ManagementEndpointProvider;
import dev.cairn.management.request.ManagementOperation;
import dev.cairn.management.request.ManagementOperationHandler;
import dev.cairn.management.request.ManagementRequest;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.Node;
import dev.cairn.spi.StoreCapabilities;
import io.smallrye.mutiny.Uni;

/** Shows this node: what the readiness check says, its store, and which other nodes it sees. */
@Singleton
public final class NodeStatusEndpoints implements ManagementEndpointProvider {

    private final Engine engine;
    private final ClusterMembershipView nodes;
    private final WorkflowResourceReader resources;

    NodeStatusEndpoints(Engine engine, InstanceStore store, WorkflowResourceReader resources) {
        this.engine = engine;
        this.nodes = new ClusterMembershipView(engine, store);
        this.resources = resources;
    }

    @Override
    public Map<ManagementOperation, ManagementOperationHandler> endpoints() {
        return Map.of(ManagementOperation.SHOW_NODE, this::show);
    }

    private Uni<ManagementAnswer> show(ManagementRequest request) {
        return resources.read(WorkflowResourceReader.BUILD).map(build -> ManagementAnswer.ok(node(build.orElseThrow())));
    }

    private ObjectNode node(JsonNode build) {
        EngineStatus condition = engine.condition();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("node", condition.node()).put("life", nodes.self().life());
        json.set("version", build.path("version"));
        json.put("ready", condition.ready());
        condition.failing().ifPresent(work -> json.put("failing", work));
        engine.fatality().ifPresent(part -> json.put("failed", part));
        condition.leaseMillis().ifPresent(millis -> json.put("leaseMillis", millis));
        EngineLoad load = condition.load();
        json.put("instances", load.instances()).put("recovering", load.recovering())
                .put("parked", load.parked()).put("waitingWrites", load.waitingWrites())
                .put("waitingWork", engine.waitingWork()).put("heldBytes", engine.memory().heldBytes())
                .put("budgetBytes", engine.memory().maxBytes());
        json.set("store", store(nodes.store()));
        ArrayNode others = json.putArray("otherNodes");
        nodes.others().forEach(other -> others.addObject().put("node", Node.nameOf(other.nodeId()))
                .put("life", Node.lifeOf(other.nodeId())).put("leaseMillis", other.remainingMillis()));
        json.put("alone", others.isEmpty());
        return json;
    }

    private static ObjectNode store(StoreCapabilities store) {
        return JsonNodeFactory.instance.objectNode().put("kind", store.name()).put("keepsState", store.keepsState())
                .put("shared", store.shared()).put("keepsCounts", store.keepsCounts())
                .put("guarantee", StoreDurabilityText.of(store));
    }
}
