package dev.cairn.management.endpoint;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import jakarta.inject.Singleton;
import jakarta.ws.rs.core.Response.Status;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.CairnClient;
import dev.cairn.api.CommandKind;
import dev.cairn.api.CommandOrigin;
import dev.cairn.api.ForkRequest;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.SearchKeys;
import dev.cairn.api.StartRequest;
import dev.cairn.engine.Engine;
import dev.cairn.engine.InstanceInspector;
import dev.cairn.engine.operation.PendingEffect;
import dev.cairn.http.HttpProblemException;
import dev.cairn.http.ProblemDetails;
import dev.cairn.management.request.BadRequestAnswers;
import dev.cairn.management.request.CommandBody;
import dev.cairn.management.request.CommandOriginMapper;
import dev.cairn.management.request.CommandPermissionCheck;
import dev.cairn.management.request.ManagementAnswer;
import dev.cairn.management.request.ManagementAnswer.JsonAnswer;
import dev.cairn.management.request.ManagementAnswer.LocatedAnswer;
import dev.cairn.management.request.ManagementEndpointProvider;
import dev.cairn.management.request.ManagementOperation;
import dev.cairn.management.request.ManagementOperationHandler;
import dev.cairn.management.request.ManagementRequest;
import dev.cairn.management.request.VisibleInstances;
import dev.cairn.management.request.VisibleWorkflows;
import io.cloudevents.CloudEvent;
import io.smallrye.mutiny.Uni;

/** Gives commands to single instances, on behalf of the caller. */
@Singleton
public final class CommandEndpoints implements ManagementEndpointProvider {

    private static final String INPUT = "input";
    /** Kinds of pending effects that are timers. */
    private static final Set<String> TIMERS = Set.of("timer", "retry");
    private static final String IDEMPOTENCY_KEY = "idempotencyKey";
    /** More than the name of any task has. Longer names are refused, and neither sent to other nodes nor quoted. */
    private static final int MAX_TIMER_CHARACTERS = 16_384;

    private final CairnClient client;
    private final Engine engine;
    private final InstanceInspector inspector;

    CommandEndpoints(CairnClient client, Engine engine, InstanceInspector inspector) {
        this.client = client;
        this.engine = engine;
        this.inspector = inspector;
    }

    @Override
    public Map<ManagementOperation, ManagementOperationHandler> endpoints() {
        return Map.of(ManagementOperation.SHOW_COMMANDS, this::commands,
                ManagementOperation.START_INSTANCE, this::start,
                ManagementOperation.SUSPEND_INSTANCE, command(CommandKind.SUSPEND, 200, InstanceHandle::suspend),
                ManagementOperation.RESUME_INSTANCE, command(CommandKind.RESUME, 200, InstanceHandle::resume),
                ManagementOperation.CANCEL_INSTANCE, command(CommandKind.CANCEL, 200, InstanceHandle::cancel),
                // It has begun to; the end is seen later.
                ManagementOperation.COMPENSATE_INSTANCE,
                command(CommandKind.COMPENSATE, 202, InstanceHandle::cancelAndCompensate),
                ManagementOperation.RETRY_INSTANCE, command(CommandKind.RETRY, 202, InstanceHandle::retry),
                ManagementOperation.FORK_INSTANCE, this::fork,
                ManagementOperation.SEND_EVENT, this::send,
                ManagementOperation.FIRE_TIMER, this::fire);
    }

    private ManagementOperationHandler command(CommandKind kind, int status, Function<InstanceHandle, Uni<Void>> command) {
        return request -> {
            CommandOrigin origin = request.body().only(CommandBody.REASON).origin(request.access());
            return instance(request, kind, origin).chain(command::apply).replaceWith(done(request, kind, status));
        };
    }

    private static ManagementAnswer done(ManagementRequest request, CommandKind kind, int status) {
        return new JsonAnswer(status, JsonNodeFactory.instance.objectNode().put("instance", request.path("id"))
                .put("command", CommandOriginMapper.of(kind)));
    }

    /** The instance, if the caller may operate it. */
    private Uni<InstanceHandle> instance(ManagementRequest request, CommandKind kind, CommandOrigin origin) {
        String id = request.path("id");
        return new VisibleInstances(inspector, request.access()).workflow(id)
                .invoke(workflow -> CommandPermissionCheck.check(request.access(), kind, id, workflow, origin))
                .map(workflow -> client.as(origin).instance(id));
    }

    private Uni<ManagementAnswer> commands(ManagementRequest request) {
        return new VisibleInstances(inspector, request.access()).workflow(request.path("id"))
                .chain(workflow -> inspector.commands(request.path("id"))).map(commands -> {
                    ObjectNode json = JsonNodeFactory.instance.objectNode();
                    ArrayNode list = json.putArray("commands");
                    commands.forEach(command -> list.add(InstanceJson.command(command)));
                    return ManagementAnswer.ok(json);
                });
    }

    private Uni<ManagementAnswer> start(ManagementRequest request) {
        CommandBody body = request.body().only(INPUT, "version", IDEMPOTENCY_KEY, "businessKey", "attributes",
                CommandBody.REASON);
        CommandOrigin origin = body.origin(request.access());
        String workflow = new VisibleWorkflows(engine.programs(), request.access()).find(request.path("workflow"));
        CommandPermissionCheck.check(request.access(), CommandKind.START, null, workflow, origin);
        JsonNode input = body.json().get(INPUT);
        StartRequest start = BadRequestAnswers.checked(() -> new StartRequest(workflow, body.text("version"), input,
                body.text(IDEMPOTENCY_KEY), new SearchKeys(body.text("businessKey"), body.texts("attributes"))));
        return client.as(origin).start(start).map(CommandEndpoints::made);
    }

    private Uni<ManagementAnswer> fork(ManagementRequest request) {
        CommandBody body = request.body().only("task", "run", INPUT, IDEMPOTENCY_KEY, CommandBody.REASON);
        CommandOrigin origin = body.origin(request.access());
        ForkRequest fork = BadRequestAnswers.checked(() -> new ForkRequest(body.required("task"), body.number("run"),
                body.json().get(INPUT), body.text(IDEMPOTENCY_KEY)));
        return instance(request, CommandKind.FORK, origin).chain(instance -> instance.fork(fork)).map(CommandEndpoints::made);
    }

    /** An idempotency key that was used before finds what it made then. */
    static ManagementAnswer made(InstanceHandle instance) {
        return new LocatedAnswer(instance.created() ? 201 : 200, "/instances/" + instance.id(),
                JsonNodeFactory.instance.objectNode().put("instance", instance.id()).put("created", instance.created()));
    }

    private Uni<ManagementAnswer> send(ManagementRequest request) {
        CommandBody body = request.body().only("event", CommandBody.REASON);
        CommandOrigin origin = body.origin(request.access());
        CloudEvent event = EventBodyReader.event(body.object("event"));
        return instance(request, CommandKind.SEND, origin).chain(instance -> instance.send(event))
                .replaceWith(done(request, CommandKind.SEND, 200));
    }

    private Uni<ManagementAnswer> fire(ManagementRequest request) {
        CommandBody body = request.body().only("effect", "task", CommandBody.REASON);
        CommandOrigin origin = body.origin(request.access());
        String effect = body.text("effect", MAX_TIMER_CHARACTERS);
        String task = body.text("task", MAX_TIMER_CHARACTERS);
        if (effect == null) {
            body.required("task");
        }
        if (effect != null && task != null) {
            throw BadRequestAnswers.of("Give the field effect or the field task, not both.");
        }
        return instance(request, CommandKind.FIRE, origin)
                .chain(instance -> (effect != null ? Uni.createFrom().item(effect) : timer(instance.id(), task))
                        .chain(instance::fireTimer))
                .replaceWith(done(request, CommandKind.FIRE, 200));
    }

    /** The timer of a task. If none runs, the reference of the task, which the instance refuses unless it is that of a timer that has fired. */
    private Uni<String> timer(String id, String task) {
        return inspector.details(id).map(details -> {
            List<String> effects = details.pending().stream()
                    .filter(effect -> effect.task().equals(task) && TIMERS.contains(effect.kind())).map(PendingEffect::effect)
                    .toList();
            if (effects.size() > 1) {
                throw new HttpProblemException(ProblemDetails.of(Status.CONFLICT, "The task has " + effects.size()
                        + " timers now. Name one of them in the field effect."));
            }
            return effects.isEmpty() ? task : effects.get(0);
        });
    }
}
