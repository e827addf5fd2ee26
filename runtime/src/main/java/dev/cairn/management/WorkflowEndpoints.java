package dev.cairn.management;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import jakarta.inject.Singleton;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.driver.Engine;
import dev.cairn.driver.InstalledProgram;
import io.smallrye.mutiny.Uni;

/** Shows the workflows of the application. */
@Singleton
final class WorkflowEndpoints implements EndpointGroup {

    private final Engine engine;

    WorkflowEndpoints(Engine engine) {
        this.engine = engine;
    }

    @Override
    public Map<ManagementOperation, ManagementEndpoint> endpoints() {
        return Map.of(ManagementOperation.LIST_WORKFLOWS, this::list);
    }

    private Uni<ManagementAnswer> list(ManagementRequest request) {
        Map<String, List<InstalledProgram>> workflows = new TreeMap<>(engine.programs().byWorkflow());
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        ArrayNode list = body.putArray("workflows");
        workflows.forEach((workflow, versions) -> {
            if (request.access().may(ManagementPermission.VIEW, workflow)) {
                ArrayNode names = list.addObject().put("workflow", workflow).putArray("versions");
                versions.forEach(version -> names.add(version.program().version()));
            }
        });
        return Uni.createFrom().item(ManagementAnswer.ok(body));
    }
}
