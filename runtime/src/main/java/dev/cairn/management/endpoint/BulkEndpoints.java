package dev.cairn.management.endpoint;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import jakarta.inject.Singleton;
import jakarta.ws.rs.core.Response.Status;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.BulkOperation;
import dev.cairn.api.CairnClient;
import dev.cairn.api.CairnException;
import dev.cairn.api.CommandKind;
import dev.cairn.api.CommandOrigin;
import dev.cairn.api.InstanceFilter;
import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.Engine;
import dev.cairn.http.HttpProblemException;
import dev.cairn.http.HttpProblemMapper;
import dev.cairn.http.ProblemDetails;
import dev.cairn.management.access.CallerAccess;
import dev.cairn.management.access.ManagementPermission;
import dev.cairn.management.request.BadRequestAnswers;
import dev.cairn.management.request.CommandBody;
import dev.cairn.management.request.CommandOriginMapper;
import dev.cairn.management.request.CommandPermissionCheck;
import dev.cairn.management.request.InstanceFilterReader;
import dev.cairn.management.request.ManagementAnswer;
import dev.cairn.management.request.ManagementAnswer.LocatedAnswer;
import dev.cairn.management.request.ManagementEndpointProvider;
import dev.cairn.management.request.ManagementOperation;
import dev.cairn.management.request.ManagementOperationHandler;
import dev.cairn.management.request.ManagementParameter;
import dev.cairn.management.request.ManagementRequest;
import dev.cairn.management.request.VisibleWorkflows;
import io.smallrye.mutiny.Uni;

/** Gives commands to many instances, and shows their progress. */
@Singleton
public final class BulkEndpoints implements ManagementEndpointProvider {

    private static final Set<CommandKind> KINDS = Set.of(CommandKind.SUSPEND, CommandKind.RESUME, CommandKind.CANCEL,
            CommandKind.COMPENSATE, CommandKind.RETRY);

    private final CairnClient client;
    private final Engine engine;

    BulkEndpoints(CairnClient client, Engine engine) {
        this.client = client;
        this.engine = engine;
    }

    @Override
    public Map<ManagementOperation, ManagementOperationHandler> endpoints() {
        return Map.of(ManagementOperation.BEGIN_OPERATION, this::begin,
                ManagementOperation.LIST_OPERATIONS, this::list,
                ManagementOperation.SHOW_OPERATION, this::show,
                ManagementOperation.STOP_OPERATION, this::stop);
    }

    private Uni<ManagementAnswer> begin(ManagementRequest request) {
        CommandBody body = request.body().only("command", "filter", CommandBody.REASON);
        CommandOrigin origin = body.origin(request.access());
        CommandKind kind = CommandOriginMapper.kind(body.required("command"));
        if (kind == null || !KINDS.contains(kind)) {
            throw BadRequestAnswers.of("The field command is one of "
                    + String.join(", ", KINDS.stream().map(CommandOriginMapper::of).sorted().toList()) + ".");
        }
        InstanceFilter filter = BadRequestAnswers.checked(() -> filter(body.object("filter"), request.access()));
        // The application may have instances of a workflow that it no longer has.
        CommandPermissionCheck.check(request.access(), kind, null, filter.workflow(), origin);
        return client.as(origin).bulk().begin(kind, filter)
                .map(operation -> new LocatedAnswer(202, "/operations/" + operation.id(), json(operation)));
    }

    /** The filter of a request. It names a workflow, for which the caller needs a role. */
    private InstanceFilter filter(CommandBody filter, CallerAccess access) {
        if (filter == null) {
            throw BadRequestAnswers.of("The field filter is missing.");
        }
        filter.only("workflow", "version", "status", "businessKey", "attributes", "createdFrom", "createdTo", "endedFrom",
                "endedTo", "errorType", "parent", "withoutParent", "parked");
        String name = filter.required("workflow");
        String workflow = name.indexOf(':') >= 0 ? name : new VisibleWorkflows(engine.programs(), access).find(name);
        if (!access.may(ManagementPermission.VIEW, workflow)) {
            throw new HttpProblemException(ProblemDetails.of(Status.NOT_FOUND, "There is no such workflow."));
        }
        return new InstanceFilterReader(field -> filter.text(field.key()), field -> filter.time(field.key()),
                field -> filter.flag(field.key())).of(workflow, filter.list(ManagementParameter.STATUS.key()),
                        filter.texts("attributes"));
    }

    private Uni<ManagementAnswer> list(ManagementRequest request) {
        return client.bulk().all().map(operations -> {
            ObjectNode json = JsonNodeFactory.instance.objectNode();
            ArrayNode list = json.putArray("operations");
            operations.stream().filter(operation -> may(request.access(), ManagementPermission.VIEW, operation))
                    .forEach(operation -> list.add(json(operation)));
            return ManagementAnswer.ok(json);
        });
    }

    private Uni<ManagementAnswer> show(ManagementRequest request) {
        return visible(request).map(operation -> ManagementAnswer.ok(json(operation)));
    }

    private Uni<ManagementAnswer> stop(ManagementRequest request) {
        return visible(request).chain(operation -> {
            if (!may(request.access(), ManagementPermission.OPERATE, operation)) {
                throw CommandPermissionCheck.mayNotStop(request.access(), operation.filter().workflow());
            }
            return client.as(CommandOriginMapper.origin(request.access(), null)).bulk().stop(operation.id());
        }).map(operation -> ManagementAnswer.ok(json(operation)));
    }

    /** The operation in the path. An operation that the caller may not see gets the answer of an unknown id. */
    private Uni<BulkOperation> visible(ManagementRequest request) {
        return client.bulk().find(request.path("id"))
                .chain(operation -> may(request.access(), ManagementPermission.VIEW, operation)
                        ? Uni.createFrom().item(operation)
                        : client.bulk().find(""));
    }

    /** True if the caller has the permission for the workflow of the operation, or for all workflows if the application began it for all. */
    private boolean may(CallerAccess access, ManagementPermission permission, BulkOperation operation) {
        String workflow = operation.filter().workflow();
        if (workflow == null) {
            return engine.programs().byWorkflow().keySet().stream().allMatch(each -> access.may(permission, each));
        }
        return access.may(permission, engine.programs().qualifiedName(workflow));
    }

    private static ObjectNode json(BulkOperation operation) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("id", operation.id())
                .put("command", CommandOriginMapper.of(operation.kind()))
                .put("state", operation.state().name().toLowerCase(Locale.ROOT)).put("node", operation.node())
                .put("startedAt", operation.startedAt().toString());
        if (operation.endedAt() != null) {
            json.put("endedAt", operation.endedAt().toString());
        }
        CommandOriginMapper.put(json, operation.origin());
        if (operation.filter().workflow() != null) {
            json.put("workflow", operation.filter().workflow());
        }
        if (!operation.filter().statuses().isEmpty()) {
            json.put("status", operation.filter().statuses().stream().map(InstanceStatus::phase)
                    .collect(Collectors.joining(",")));
        }
        if (operation.reachedTo() != null) {
            json.put("reachedTo", operation.reachedTo().toString());
        }
        json.put("passes", operation.passes()).put("done", operation.done()).put("failed", operation.failed());
        ArrayNode failures = json.putArray("failures");
        operation.failures().forEach(failure -> put(failures.addObject().put("instance", failure.instanceId()),
                failure.cause()));
        if (operation.cause() != null) {
            put(json.putObject("cause"), operation.cause());
        }
        return json;
    }

    /** The kind and the code of a failure. Its message may contain details that the caller must not read. */
    private static void put(ObjectNode json, CairnException failure) {
        json.put("kind", failure.reason().name().toLowerCase(Locale.ROOT));
        HttpProblemMapper.code(failure).ifPresent(code -> json.put("code", code));
    }
}
