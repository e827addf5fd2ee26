package dev.cairn.management;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import jakarta.inject.Singleton;
import jakarta.ws.rs.core.Response.Status;

import dev.cairn.engine.Engine;
import dev.cairn.http.HttpProblemMapper;
import dev.cairn.http.ProblemDetails;
import dev.cairn.management.access.CallerAccess;
import dev.cairn.management.access.ManagementPermission;
import dev.cairn.management.request.CommandPermissionCheck;
import dev.cairn.management.request.ManagementAnswer;
import dev.cairn.management.request.ManagementAnswer.ProblemAnswer;
import dev.cairn.management.request.ManagementEndpointProvider;
import dev.cairn.management.request.ManagementOperation;
import dev.cairn.management.request.ManagementOperationHandler;
import dev.cairn.management.request.ManagementRequest;
import io.quarkus.arc.All;
import io.smallrye.mutiny.Uni;

/** Dispatches requests to the endpoints of their operations. */
@Singleton
final class ManagementDispatcher {

    private final Map<ManagementOperation, ManagementOperationHandler> endpoints = new EnumMap<>(ManagementOperation.class);

    private final Engine engine;

    ManagementDispatcher(@All List<ManagementEndpointProvider> groups, Engine engine) {
        this.engine = engine;
        groups.forEach(group -> endpoints.putAll(group.endpoints()));
    }

    /** True if there is an endpoint for an operation. */
    boolean has(ManagementOperation operation) {
        return endpoints.containsKey(operation);
    }

    /** The refusal of a caller who has the permission for no workflow, audited if it was for a command; null for other callers. */
    ManagementAnswer refusal(CallerAccess access, ManagementOperation operation, List<String> segments) {
        if (access.mayAnywhere(operation.permission())) {
            return null;
        }
        if (access.isAnonymous()) {
            return new ProblemAnswer(ProblemDetails.of(Status.UNAUTHORIZED, null));
        }
        if (operation.permission() == ManagementPermission.OPERATE) {
            CommandPermissionCheck.refused(access, operation, operation.match(segments), engine.programs());
        }
        return new ProblemAnswer(ProblemDetails.of(Status.FORBIDDEN, "This needs a role that you do not have."));
    }

    /** The answer to a request; fails as its endpoint does, which {@link #problem} describes. */
    Uni<ManagementAnswer> answer(ManagementRequest request) {
        return endpoints.get(request.operation()).answer(request);
    }

    /**
     * The answer that describes a failure to the caller, for requests of any origin.
     *
     * @param path path of the operation, or the requested path; for the log
     */
    static ManagementAnswer problem(String path, Throwable failure) {
        return new ProblemAnswer(HttpProblemMapper.ofManagement(path, failure));
    }
}
