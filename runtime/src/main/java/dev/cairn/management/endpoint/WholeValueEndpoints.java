package dev.cairn.management.endpoint;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

import jakarta.inject.Singleton;
import jakarta.ws.rs.core.Response.Status;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.TaskRun;
import dev.cairn.engine.Engine;
import dev.cairn.engine.InstanceInspector;
import dev.cairn.engine.operation.InstanceDetails;
import dev.cairn.http.HttpProblemException;
import dev.cairn.http.ProblemDetails;
import dev.cairn.management.request.ManagementAnswer;
import dev.cairn.management.request.ManagementAnswer.FileAnswer;
import dev.cairn.management.request.ManagementEndpointProvider;
import dev.cairn.management.request.ManagementOperation;
import dev.cairn.management.request.ManagementOperationHandler;
import dev.cairn.management.request.ManagementParameter;
import dev.cairn.management.request.ManagementRequest;
import dev.cairn.management.request.VisibleInstances;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Uni;

/** Gives single values of instances whole, however large: those that other answers leave out. */
@Singleton
public final class WholeValueEndpoints implements ManagementEndpointProvider {

    private static final String INPUT = "input";
    private static final String OUTPUT = "output";
    /** Of a task run that ended with another one than there was before. */
    private static final String CONTEXT = "context";
    /** Only for a run of a {@code try}. */
    private static final String CAUGHT = "caught";
    private static final Set<String> OF_INSTANCES = Set.of(INPUT, OUTPUT);
    private static final Set<String> OF_RUNS = Set.of(INPUT, OUTPUT, CONTEXT, CAUGHT);

    private final Engine engine;
    private final InstanceInspector inspector;

    WholeValueEndpoints(Engine engine, InstanceInspector inspector) {
        this.engine = engine;
        this.inspector = inspector;
    }

    @Override
    public Map<ManagementOperation, ManagementOperationHandler> endpoints() {
        return Map.of(ManagementOperation.SHOW_VALUE, this::show);
    }

    private Uni<ManagementAnswer> show(ManagementRequest request) {
        String id = request.path("id");
        String name = request.path("name");
        String task = request.query().text(ManagementParameter.TASK);
        int run = request.query().number(ManagementParameter.RUN, 1, Integer.MAX_VALUE);
        if (!(task == null ? OF_INSTANCES : OF_RUNS).contains(name)) {
            throw none();
        }
        return new VisibleInstances(inspector, request.access()).readable(id)
                .chain(workflow -> task == null ? inspector.details(id).map(details -> value(details, name))
                        : inspector.run(id, task, run).map(found -> value(found, name)))
                // The engine counts the memory of the text, and makes a large one on a worker.
                .chain(value -> engine.gateway().text(JsonPayload.of(value)))
                .map(text -> new FileAnswer(id + "-" + name + ".json", text));
    }

    private static JsonNode value(InstanceDetails details, String name) {
        return known(name.equals(INPUT) ? details.input() : details.view().output());
    }

    private static JsonNode value(Optional<TaskRun> found, String name) {
        TaskRun run = found.orElseThrow(WholeValueEndpoints::none);
        return known(switch (name) {
            case INPUT -> run.input();
            case CONTEXT -> run.context();
            case CAUGHT -> run.caught() == null ? null : run.caught().value();
            default -> run.output();
        });
    }

    private static JsonNode known(JsonNode value) {
        if (value == null) {
            throw none();
        }
        return value;
    }

    private static HttpProblemException none() {
        return new HttpProblemException(ProblemDetails.of(Status.NOT_FOUND, "There is no such value."));
    }
}
