package dev.cairn.management.endpoint;

import java.util.Map;
import java.util.Optional;

import jakarta.inject.Singleton;

import dev.cairn.engine.Engine;
import dev.cairn.engine.InstanceInspector;
import dev.cairn.engine.LiveChangeSource;
import dev.cairn.management.access.CallerAccess;
import dev.cairn.management.access.ManagementPermission;
import dev.cairn.management.live.ChangeFilter;
import dev.cairn.management.live.ChangeHub;
import dev.cairn.management.request.ManagementAnswer;
import dev.cairn.management.request.ManagementAnswer.LiveAnswer;
import dev.cairn.management.request.ManagementEndpointProvider;
import dev.cairn.management.request.ManagementOperation;
import dev.cairn.management.request.ManagementOperationHandler;
import dev.cairn.management.request.ManagementParameter;
import dev.cairn.management.request.ManagementRequest;
import dev.cairn.management.request.QueryParameters;
import dev.cairn.management.request.VisibleInstances;
import dev.cairn.management.request.VisibleWorkflows;
import io.smallrye.mutiny.Uni;

/** Shows changes as they happen. */
@Singleton
public final class LiveEndpoints implements ManagementEndpointProvider {

    public static final String LAST_EVENT_ID = "Last-Event-ID";

    private final Engine engine;
    private final LiveChangeSource changes;
    private final InstanceInspector inspector;
    private final ChangeHub hub;

    LiveEndpoints(Engine engine, InstanceInspector inspector, LiveChangeSource changes, ChangeHub hub) {
        this.engine = engine;
        this.changes = changes;
        this.inspector = inspector;
        this.hub = hub;
    }

    @Override
    public Map<ManagementOperation, ManagementOperationHandler> endpoints() {
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
        return new VisibleInstances(inspector, request.access()).workflow(instance).map(found -> {
            if (workflow != null && !workflow.equals(found)) {
                throw VisibleInstances.unknown();
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
        String lastEventId = request.headers().apply(LAST_EVENT_ID).stream().findFirst().orElse(null);
        return new LiveAnswer(hub, filter, lastEventId, millisUntilExpiry(request), changes.timers());
    }

    private Optional<Long> millisUntilExpiry(ManagementRequest request) {
        return request.access().expiresAt().map(at -> Math.max(0, at.toEpochMilli() - changes.time().millis()));
    }

    private static boolean maySee(ManagementRequest request, String workflow) {
        return request.access().may(ManagementPermission.VIEW, workflow);
    }
}
