package dev.cairn.management.endpoint;

import java.util.List;
import java.util.Map;
import java.util.Set;

import jakarta.inject.Singleton;
import jakarta.ws.rs.core.Response.Status;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.CairnClient;
import dev.cairn.engine.Engine;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.http.HttpProblemException;
import dev.cairn.http.ProblemDetails;
import dev.cairn.management.request.ManagementAnswer;
import dev.cairn.management.request.ManagementEndpointProvider;
import dev.cairn.management.request.ManagementOperation;
import dev.cairn.management.request.ManagementOperationHandler;
import dev.cairn.management.request.ManagementParameter;
import dev.cairn.management.request.ManagementRequest;
import dev.cairn.management.request.VisibleWorkflows;
import dev.cairn.program.Program;
import io.smallrye.mutiny.Uni;

/** Shows the workflows of the application. */
@Singleton
public final class WorkflowEndpoints implements ManagementEndpointProvider {

    private final CairnClient client;
    private final Engine engine;
    private final WorkflowResourceReader resources;

    WorkflowEndpoints(CairnClient client, Engine engine, WorkflowResourceReader resources) {
        this.client = client;
        this.engine = engine;
        this.resources = resources;
    }

    @Override
    public Map<ManagementOperation, ManagementOperationHandler> endpoints() {
        return Map.of(ManagementOperation.LIST_WORKFLOWS, this::list,
                ManagementOperation.SHOW_WORKFLOW, this::show,
                ManagementOperation.SHOW_GRAPH, this::graph);
    }

    private Uni<ManagementAnswer> list(ManagementRequest request) {
        return resources.index().chain(index -> WorkflowInstanceCounts.of(client).map(counts -> {
            Map<String, List<InstalledProgram>> installed = engine.programs().byWorkflow();
            // The application may have instances of workflows that it no longer has.
            Set<String> workflows = new VisibleWorkflows(engine.programs(), request.access()).all(counts.workflows());
            ObjectNode body = JsonNodeFactory.instance.objectNode();
            ArrayNode list = body.putArray("workflows");
            workflows.forEach(workflow -> {
                InstalledProgram newest = engine.programs().newest(workflow);
                ObjectNode json = newest == null ? gone(workflow)
                        : summary(newest.program(), installed.get(workflow), index.path(workflow));
                counts.put(json, workflow);
                list.add(json);
            });
            return ManagementAnswer.ok(body);
        }));
    }

    private static ObjectNode gone(String workflow) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("workflow", workflow);
        json.putArray("versions");
        json.putArray("triggers");
        return json;
    }

    /** The configuration of this application changes schedules, so the build does not know them all. */
    private void addSchedules(ObjectNode json, Program program) {
        ArrayNode triggers = json.withArrayProperty("triggers");
        engine.schedules().inspector().ofDefinition(program).forEach(spec -> triggers.add(ScheduleJson.trigger(spec)));
    }

    /** Describes the highest version, and lists all versions. */
    private ObjectNode summary(Program highest, List<InstalledProgram> versions, JsonNode described) {
        ObjectNode json = head(highest, versions);
        json.setAll((ObjectNode) described.path(highest.version()).deepCopy());
        addSchedules(json, highest);
        return json;
    }

    private static ObjectNode head(Program program, List<InstalledProgram> versions) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("workflow", program.workflow()).put("version", program.version());
        ArrayNode names = json.putArray("versions");
        versions.forEach(version -> names.add(version.program().version()));
        if (!program.header().answers().queries().isEmpty()) {
            ArrayNode queries = json.putArray("queries");
            program.header().answers().queries().keySet().forEach(queries::add);
        }
        return json;
    }

    private Uni<ManagementAnswer> show(ManagementRequest request) {
        Program program = program(request);
        String resource = WorkflowResourceReader.description(program.workflow(), program.version());
        return resources.read(resource).chain(described -> WorkflowInstanceCounts.of(client).map(counts -> {
            ObjectNode json = head(program, engine.programs().byWorkflow().get(program.workflow()));
            json.setAll((ObjectNode) described.orElseThrow());
            addSchedules(json, program);
            counts.put(json, program.workflow());
            counts.putVersions(json, program.workflow());
            return ManagementAnswer.ok(json);
        }));
    }

    private Uni<ManagementAnswer> graph(ManagementRequest request) {
        Program program = program(request);
        return resources.read(WorkflowResourceReader.graph(program.workflow(), program.version()))
                .map(graph -> ManagementAnswer.ok(graph.orElseThrow()));
    }

    /** The version that the request asks for, or the highest. */
    private Program program(ManagementRequest request) {
        String version = request.query().text(ManagementParameter.VERSION);
        String workflow = new VisibleWorkflows(engine.programs(), request.access()).find(request.path("workflow"));
        InstalledProgram found = version == null ? engine.programs().newest(workflow)
                : engine.programs().exactly(workflow, version);
        if (found == null) {
            throw new HttpProblemException(ProblemDetails.of(Status.NOT_FOUND, "The workflow has no such version."));
        }
        return found.program();
    }
}
