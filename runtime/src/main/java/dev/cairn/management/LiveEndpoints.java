package dev.cairn.management;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

import jakarta.inject.Singleton;
import jakarta.ws.rs.core.Response.Status;

import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.driver.Engine;
import dev.cairn.driver.EngineChanges;
import dev.cairn.driver.InstanceInspector;
import dev.cairn.http.HttpProblem;
import dev.cairn.http.ProblemDetails;
import dev.cairn.management.ManagementAnswer.LiveAnswer;
import dev.cairn.management.live.ChangeFilter;
import dev.cairn.management.live.ChangeHub;
import dev.cairn.spi.InstanceStore;
import io.smallrye.mutiny.Uni;

/** Shows changes as they happen. */
@Singleton
final class LiveEndpoints implements EndpointGroup {

    /** What ids of instances are made of. */
    private static final Pattern ID = Pattern.compile("[0-9A-Za-z_-]{1,64}");
    private static final String LAST_EVENT_ID = "Last-Event-ID";

    private final Engine engine;
    private final EngineChanges changes;
    private final InstanceInspector inspector;
    private final ChangeHub hub;

    LiveEndpoints(Engine engine, InstanceStore store, EngineChanges changes, ChangeHub hub) {
        this.engine = engine;
        this.changes = changes;
        this.inspector = new InstanceInspector(engine, store);
        this.hub = hub;
    }

    @Override
    public Map<ManagementOperation, ManagementEndpoint> endpoints() {
        return Map.of(ManagementOperation.WATCH_CHANGES, this::watch);
    }

    private Uni<ManagementAnswer> watch(ManagementRequest request) {
        QueryParameters parameters = request.query();
        String workflow = workflow(parameters.text(ManagementParameter.WORKFLOW), request.access());
        String instance = parameters.text(ManagementParameter.INSTANCE);
        boolean tasks = parameters.flag(ManagementParameter.TASKS);
        if (instance == null) {
            return Uni.createFrom().item(answer(request, workflow, null, tasks));
        }
        if (!ID.matcher(instance).matches()) {
            throw unknownInstance();
        }
        return inspector.workflow(instance).onFailure(LiveEndpoints::isUnknown).transform(failure -> unknownInstance())
                .map(found -> {
                    if (!maySee(request, found) || workflow != null && !workflow.equals(found)) {
                        throw unknownInstance();
                    }
                    return answer(request, found, instance, tasks);
                });
    }

    /** A qualified name may be that of a workflow that only another node has, or none any more. */
    private String workflow(String name, CallerAccess access) {
        return name == null || name.indexOf(':') >= 0 ? name : new VisibleWorkflows(engine.programs(), access).find(name);
    }

    private ManagementAnswer answer(ManagementRequest request, String workflow, String instance, boolean tasks) {
        ChangeFilter filter = new ChangeFilter(workflow, instance, tasks, name -> maySee(request, name));
        return new LiveAnswer(hub, filter, request.http().getHeader(LAST_EVENT_ID), millisUntilExpiry(request),
                changes.timers());
    }

    private Optional<Long> millisUntilExpiry(ManagementRequest request) {
        return request.access().expiresAt().map(at -> Math.max(0, at.toEpochMilli() - changes.time().millis()));
    }

    private static boolean maySee(ManagementRequest request, String workflow) {
        return request.access().may(ManagementPermission.VIEW, workflow);
    }

    private static boolean isUnknown(Throwable failure) {
        return failure instanceof CairnException refused && refused.reason() == Reason.UNKNOWN_INSTANCE;
    }

    private static HttpProblem unknownInstance() {
        return new HttpProblem(ProblemDetails.of(Status.NOT_FOUND, "There is no such instance, or its retention has ended."));
    }
}
