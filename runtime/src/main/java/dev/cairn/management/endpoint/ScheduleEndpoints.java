package dev.cairn.management.endpoint;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

import jakarta.inject.Singleton;
import jakarta.ws.rs.core.Response.Status;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.CairnClient;
import dev.cairn.api.CairnException;
import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.CommandOrigin;
import dev.cairn.api.ScheduleRequest;
import dev.cairn.api.WorkflowSchedules;
import dev.cairn.engine.Engine;
import dev.cairn.engine.InstanceInspector;
import dev.cairn.engine.schedule.ScheduleDetails.ScheduleDetailsPage;
import dev.cairn.engine.schedule.ScheduleInspector;
import dev.cairn.http.HttpProblemException;
import dev.cairn.http.ProblemDetails;
import dev.cairn.management.access.CallerAccess;
import dev.cairn.management.access.ManagementPermission;
import dev.cairn.management.request.BadRequestAnswers;
import dev.cairn.management.request.BoundedPayloadWriter;
import dev.cairn.management.request.CommandBody;
import dev.cairn.management.request.CommandOriginMapper;
import dev.cairn.management.request.CommandPermissionCheck;
import dev.cairn.management.request.ManagementAnswer;
import dev.cairn.management.request.ManagementAnswer.LocatedAnswer;
import dev.cairn.management.request.ManagementEndpointProvider;
import dev.cairn.management.request.ManagementOperation;
import dev.cairn.management.request.ManagementOperationHandler;
import dev.cairn.management.request.ManagementParameter;
import dev.cairn.management.request.ManagementRequest;
import dev.cairn.management.request.VisibleWorkflows;
import io.smallrye.mutiny.Uni;

/** Shows schedules, and gives them commands on behalf of the caller. */
@Singleton
public final class ScheduleEndpoints implements ManagementEndpointProvider {

    private static final int PAGE = 50;
    private static final int MAX_PAGE = 1_000;

    private final CairnClient client;
    private final Engine engine;
    private final InstanceInspector inspector;

    ScheduleEndpoints(CairnClient client, Engine engine, InstanceInspector inspector) {
        this.client = client;
        this.engine = engine;
        this.inspector = inspector;
    }

    @Override
    public Map<ManagementOperation, ManagementOperationHandler> endpoints() {
        return Map.of(ManagementOperation.LIST_SCHEDULES, this::list,
                ManagementOperation.SHOW_SCHEDULE, this::show,
                ManagementOperation.CREATE_SCHEDULE, this::create,
                ManagementOperation.REPLACE_SCHEDULE, this::replace,
                ManagementOperation.PAUSE_SCHEDULE, command(command -> command.schedules()
                        .pause(command.workflow(), command.name()).chain(any -> shown(command))),
                ManagementOperation.RESUME_SCHEDULE, command(command -> command.schedules()
                        .resume(command.workflow(), command.name()).chain(any -> shown(command))),
                ManagementOperation.RUN_SCHEDULE, command(command -> command.schedules()
                        .runNow(command.workflow(), command.name()).map(CommandEndpoints::made)),
                ManagementOperation.BACKFILL_SCHEDULE, this::backfill,
                ManagementOperation.DELETE_SCHEDULE, this::delete);
    }

    private Uni<ManagementAnswer> list(ManagementRequest request) {
        CallerAccess access = request.access();
        String name = request.query().text(ManagementParameter.WORKFLOW);
        String workflow = name == null ? null : workflow(access, name);
        int limit = request.query().number(ManagementParameter.LIMIT, PAGE, MAX_PAGE);
        String cursor = request.query().text(ManagementParameter.CURSOR);
        return VisibleSearchScope.of(new VisibleWorkflows(engine.programs(), access), workflow, client)
                .chain(scope -> BadRequestAnswers.page(cursor, () -> page(scope, limit, cursor))).map(page -> {
                    BoundedPayloadWriter values = new BoundedPayloadWriter(access);
                    ObjectNode json = JsonNodeFactory.instance.objectNode();
                    ArrayNode list = json.putArray("schedules");
                    page.schedules().forEach(schedule -> list.add(ScheduleJson.of(schedule, values)));
                    if (page.next() != null) {
                        json.put("next", page.next());
                    }
                    return ManagementAnswer.ok(json);
                });
    }

    private Uni<ScheduleDetailsPage> page(Optional<Set<String>> scope, int limit, String cursor) {
        return scope.isPresent() && scope.get().isEmpty() ? Uni.createFrom().item(new ScheduleDetailsPage(List.of(), null))
                : inspector.searched(() -> schedules().page(scope.orElse(null), limit, cursor));
    }

    private ScheduleInspector schedules() {
        return engine.schedules().inspector();
    }

    private Uni<ManagementAnswer> show(ManagementRequest request) {
        String workflow = workflow(request.access(), request.path("workflow"));
        return details(request.access(), workflow, request.path("schedule")).map(ManagementAnswer::ok);
    }

    private Uni<ManagementAnswer> shown(ScheduleCommand command) {
        return details(command.access(), command.workflow(), command.name()).map(ManagementAnswer::ok);
    }

    private Uni<ObjectNode> details(CallerAccess access, String workflow, String name) {
        return inspector.searched(() -> schedules().details(workflow, name))
                .map(details -> ScheduleJson.whole(details, new BoundedPayloadWriter(access)));
    }

    /**
     * The qualified name of a workflow that the caller may see. The application may have schedules of a workflow that it no longer has,
     * so a name with a namespace need not be known.
     */
    private String workflow(CallerAccess access, String name) {
        String workflow = name.indexOf(':') >= 0 ? name : new VisibleWorkflows(engine.programs(), access).find(name);
        if (!access.may(ManagementPermission.VIEW, workflow)) {
            throw new HttpProblemException(ProblemDetails.of(Status.NOT_FOUND, "There is no such workflow."));
        }
        return workflow;
    }

    private Uni<ManagementAnswer> create(ManagementRequest request) {
        CommandBody body = request.body().only(ScheduleJson.fields("workflow", "name"));
        CommandOrigin origin = body.origin(request.access());
        String workflow = workflow(request.access(), body.required("workflow"));
        String name = body.text("name", ScheduleRequest.MAX_NAME_CHARACTERS);
        CommandPermissionCheck.checkSchedule(request.access(), request.operation(), workflow, name, origin);
        ScheduleRequest schedule = ScheduleJson.request(workflow, body.required("name"), body);
        return client.as(origin).schedules().create(schedule)
                .chain(made -> details(request.access(), workflow, made.name()))
                .map(json -> new LocatedAnswer(201, "/schedules/" + segment(workflow) + "/" + segment(schedule.name()), json));
    }

    private static String segment(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Missing fields have their defaults: no value of before is kept. */
    private Uni<ManagementAnswer> replace(ManagementRequest request) {
        CommandBody body = request.body().only(ScheduleJson.fields());
        ScheduleCommand command = permitted(request, body.origin(request.access()));
        return command.schedules().replace(ScheduleJson.request(command.workflow(), command.name(), body))
                .chain(any -> shown(command));
    }

    private ManagementOperationHandler command(Function<ScheduleCommand, Uni<ManagementAnswer>> command) {
        return request -> command.apply(permitted(request, request.body().only(CommandBody.REASON).origin(request.access())));
    }

    /** The command of a caller who may operate the workflow. */
    private ScheduleCommand permitted(ManagementRequest request, CommandOrigin origin) {
        String workflow = workflow(request.access(), request.path("workflow"));
        String name = request.path("schedule");
        CommandPermissionCheck.checkSchedule(request.access(), request.operation(), workflow, name, origin);
        return new ScheduleCommand(client.as(origin).schedules(), request.access(), workflow, name);
    }

    private Uni<ManagementAnswer> backfill(ManagementRequest request) {
        CommandBody body = request.body().only("from", "to", CommandBody.REASON);
        body.required("from");
        body.required("to");
        Instant from = body.time("from");
        Instant to = body.time("to");
        ScheduleCommand command = permitted(request, body.origin(request.access()));
        return command.schedules().backfill(command.workflow(), command.name(), from, to)
                .map(result -> ManagementAnswer.ok(JsonNodeFactory.instance.objectNode().put("started", result.started())
                        .put("existing", result.existing())));
    }

    /** A schedule that cannot be read exists, and is deleted. */
    private Uni<ManagementAnswer> delete(ManagementRequest request) {
        ScheduleCommand command = permitted(request, CommandOriginMapper.origin(request.access(), null));
        return command.schedules().get(command.workflow(), command.name()).replaceWithVoid()
                .onFailure(failure -> !(failure instanceof CairnException refused)
                        || refused.reason() == Reason.STORE_UNAVAILABLE)
                .recoverWithNull()
                .chain(any -> command.schedules().delete(command.workflow(), command.name()))
                .replaceWith(() -> ManagementAnswer.ok(JsonNodeFactory.instance.objectNode()
                        .put("workflow", command.workflow()).put("name", command.name())));
    }

    /** A command to a schedule whose caller has the permission. */
    private record ScheduleCommand(WorkflowSchedules schedules, CallerAccess access, String workflow, String name) {}
}
