package dev.cairn.management.endpoint;

import java.util.List;
import java.util.Locale;
import java.util.Map;

import jakarta.inject.Singleton;
import jakarta.ws.rs.core.Response.Status;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.CommandOrigin;
import dev.cairn.api.EventBus.PublishResult;
import dev.cairn.engine.Engine;
import dev.cairn.engine.EngineCloudEventBus;
import dev.cairn.engine.audit.ForbiddenCommandLog;
import dev.cairn.engine.recent.RecentEventLog;
import dev.cairn.engine.recent.RecentEventRecipient;
import dev.cairn.engine.recent.RecentEventView;
import dev.cairn.http.HttpProblemException;
import dev.cairn.http.ProblemDetails;
import dev.cairn.management.access.CallerAccess;
import dev.cairn.management.access.ManagementPermission;
import dev.cairn.management.request.CommandBody;
import dev.cairn.management.request.ManagementAnswer;
import dev.cairn.management.request.ManagementEndpointProvider;
import dev.cairn.management.request.ManagementOperation;
import dev.cairn.management.request.ManagementOperationHandler;
import dev.cairn.management.request.ManagementRequest;
import io.cloudevents.CloudEvent;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;

/** Shows recent events, and publishes an event. */
@Singleton
public final class EventEndpoints implements ManagementEndpointProvider {

    /** Its name in the audit log. */
    private static final String COMMAND = "publish_event";

    private final Engine engine;
    private final EngineCloudEventBus bus;
    private final RecentEventLog recent;

    EventEndpoints(Engine engine, RecentEventLog recent) {
        this.engine = engine;
        this.bus = new EngineCloudEventBus(engine);
        this.recent = recent;
    }

    @Override
    public Map<ManagementOperation, ManagementOperationHandler> endpoints() {
        return Map.of(ManagementOperation.LIST_EVENTS, this::list, ManagementOperation.PUBLISH_EVENT, this::publish);
    }

    /** Runs on a worker, because the events may have 1 MiB of data. */
    private Uni<ManagementAnswer> list(ManagementRequest request) {
        return Uni.createFrom().item(() -> listed(request)).runSubscriptionOn(Infrastructure.getDefaultWorkerPool());
    }

    private ManagementAnswer listed(ManagementRequest request) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode list = json.putArray("events");
        for (RecentEventView event : recent.all()) {
            if (permits(request.access(), ManagementPermission.VIEW, event)) {
                list.add(describe(event, request.access()));
            }
        }
        return ManagementAnswer.ok(json);
    }

    private ObjectNode describe(RecentEventView event, CallerAccess access) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("at", event.at().toString());
        json.setAll(event.attributes());
        boolean readsData = permits(access, ManagementPermission.PAYLOAD, event);
        if (readsData && event.data() != null) {
            json.set("data", event.data());
        } else if (readsData && event.dataOmitted()) {
            json.putArray("omitted").add("data");
        }
        List<RecentEventRecipient> visible = event.takers().stream()
                .filter(taker -> access.may(ManagementPermission.VIEW, taker.workflow())).toList();
        ArrayNode takers = json.putArray("takenBy");
        visible.forEach(taker -> takers.addObject().put("instance", taker.instance()).put("workflow", taker.workflow()));
        int more = event.moreTakers().entrySet().stream()
                .filter(workflow -> access.may(ManagementPermission.VIEW, workflow.getKey())).mapToInt(Map.Entry::getValue)
                .sum();
        if (more > 0) {
            json.put("moreTakers", more);
        }
        return json;
    }

    /** True if the caller has the permission for a workflow that took the event, or for all workflows: an event belongs to no workflow. */
    private boolean permits(CallerAccess access, ManagementPermission permission, RecentEventView event) {
        return event.takers().stream().anyMatch(taker -> access.may(permission, taker.workflow()))
                || event.moreTakers().keySet().stream().anyMatch(workflow -> access.may(permission, workflow))
                || permitsAll(access, permission);
    }

    private boolean permitsAll(CallerAccess access, ManagementPermission permission) {
        return engine.programs().byWorkflow().keySet().stream().allMatch(workflow -> access.may(permission, workflow));
    }

    private Uni<ManagementAnswer> publish(ManagementRequest request) {
        CommandBody body = request.body().only("event", CommandBody.REASON);
        CommandOrigin origin = body.origin(request.access());
        CloudEvent event = EventBodyReader.event(body.object("event"));
        if (!permitsAll(request.access(), ManagementPermission.OPERATE)) {
            // Instances of any workflow may take the event.
            ForbiddenCommandLog.forbidden(COMMAND, null, null, origin);
            throw new HttpProblemException(ProblemDetails.of(Status.FORBIDDEN,
                    "To publish an event needs the permission to operate all workflows. Send it to one instance instead."));
        }
        return bus.publish(event, COMMAND, origin).map(result -> ManagementAnswer.ok(published(event, result)));
    }

    private static ObjectNode published(CloudEvent event, PublishResult result) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("source", event.getSource().toString())
                .put("id", event.getId()).put("outcome", result.outcome().name().toLowerCase(Locale.ROOT))
                .put("instances", result.instances());
        if (result.keptUntil() != null) {
            json.put("keptUntil", result.keptUntil().toString());
        }
        return json;
    }
}
