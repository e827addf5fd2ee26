package dev.cairn.management.endpoint;

import java.util.Map;

import jakarta.inject.Singleton;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.CairnClient;
import dev.cairn.engine.InstanceInspector;
import dev.cairn.management.request.ManagementAnswer;
import dev.cairn.management.request.ManagementEndpointProvider;
import dev.cairn.management.request.ManagementOperation;
import dev.cairn.management.request.ManagementOperationHandler;
import dev.cairn.management.request.ManagementRequest;
import dev.cairn.management.request.VisibleInstances;
import io.smallrye.mutiny.Uni;

/** Asks instances for answers that their definitions compute. */
@Singleton
public final class AnswerEndpoints implements ManagementEndpointProvider {

    private static final String ARGUMENT = "argument";

    private final CairnClient client;
    private final InstanceInspector inspector;

    AnswerEndpoints(CairnClient client, InstanceInspector inspector) {
        this.client = client;
        this.inspector = inspector;
    }

    @Override
    public Map<ManagementOperation, ManagementOperationHandler> endpoints() {
        return Map.of(ManagementOperation.QUERY_INSTANCE, request -> query(request, null),
                ManagementOperation.QUERY_INSTANCE_WITH_ARGUMENT,
                request -> query(request, request.body().only(ARGUMENT).json().get(ARGUMENT)));
    }

    private Uni<ManagementAnswer> query(ManagementRequest request, JsonNode argument) {
        String id = request.path("id");
        String name = request.path("name");
        return new VisibleInstances(inspector, request.access()).readable(id)
                .chain(workflow -> client.instance(id).query(name, argument))
                .map(answer -> {
                    ObjectNode json = JsonNodeFactory.instance.objectNode().put("instance", id).put("query", name);
                    json.set("answer", answer);
                    return ManagementAnswer.ok(json);
                });
    }
}
