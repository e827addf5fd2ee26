package dev.cairn.management.endpoint;

import java.time.Duration;
import java.util.Map;

import jakarta.inject.Singleton;
import jakarta.ws.rs.core.Response.Status;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.CairnClient;
import dev.cairn.api.CommandKind;
import dev.cairn.api.CommandOrigin;
import dev.cairn.engine.InstanceInspector;
import dev.cairn.http.HttpProblemException;
import dev.cairn.http.ProblemDetails;
import dev.cairn.management.request.CommandBody;
import dev.cairn.management.request.CommandPermissionCheck;
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
    private static final String DATA = "data";
    private static final String IDEMPOTENCY_KEY = "idempotencyKey";
    /** A task may work on an update for days; proxies rarely wait longer than this for an answer. */
    private static final Duration MAX_WAIT = Duration.ofSeconds(30);

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
                request -> query(request, request.body().only(ARGUMENT).json().get(ARGUMENT)),
                ManagementOperation.SEND_UPDATE, this::update);
    }

    private Uni<ManagementAnswer> update(ManagementRequest request) {
        CommandBody body = request.body().only(DATA, IDEMPOTENCY_KEY, CommandBody.REASON);
        CommandOrigin origin = body.origin(request.access());
        String id = request.path("id");
        String type = request.path("type");
        String key = body.text(IDEMPOTENCY_KEY);
        JsonNode data = body.json().get(DATA);
        VisibleInstances visible = new VisibleInstances(inspector, request.access());
        return visible.workflow(id)
                .invoke(workflow -> CommandPermissionCheck.checkAnswered(visible, CommandKind.SEND, id, workflow, origin))
                .map(workflow -> client.as(origin).instance(id))
                .chain(instance -> key == null ? instance.update(type, data) : instance.update(type, data, key))
                .ifNoItem().after(MAX_WAIT).failWith(() -> new HttpProblemException(ProblemDetails.of(Status.GATEWAY_TIMEOUT,
                        "There is no answer yet. To wait on, repeat the request with the same idempotencyKey; without one it"
                                + " would be another update.")))
                .map(answer -> answered(id, "update", type, answer));
    }

    private static ManagementAnswer answered(String id, String kind, String name, JsonNode answer) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("instance", id).put(kind, name);
        json.set("answer", answer);
        return ManagementAnswer.ok(json);
    }

    private Uni<ManagementAnswer> query(ManagementRequest request, JsonNode argument) {
        String id = request.path("id");
        String name = request.path("name");
        return new VisibleInstances(inspector, request.access()).readable(id)
                .chain(workflow -> client.instance(id).query(name, argument))
                .map(answer -> answered(id, "query", name, answer));
    }
}
