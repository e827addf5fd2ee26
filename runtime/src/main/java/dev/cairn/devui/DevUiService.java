package dev.cairn.devui;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Function;

import jakarta.enterprise.context.ApplicationScoped;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.management.DevModeManagementClient;
import dev.cairn.spi.ManagementClient.Reply;
import dev.cairn.value.JsonCodec;
import dev.cairn.value.ValueException;
import io.quarkus.runtime.annotations.DevMCPEnableByDefault;
import io.quarkus.runtime.annotations.JsonRpcDescription;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;

/**
 * JSON-RPC methods of the Dev UI. Methods with a description are also tools of the Dev MCP server, so that an assistant can
 * list, run and inspect workflows. The answers are those of the management API. A failure is answered with problem details,
 * because the Dev UI would log an exception as an error of the application. A parameter that is left out is null. The
 * description of a method names its parameters, which have no descriptions of their own: Quarkus 3.32 would take the
 * description of a parameter for that of the method. The Dev MCP server offers the methods that read, and the start of an
 * instance. It offers commands to instances only after the developer permits them. The Dev UI runs methods on a worker.
 */
@ApplicationScoped
public class DevUiService {

    private final DevModeManagementClient management;
    private final InstanceCompatibilityCheck survival;

    DevUiService(DevModeManagementClient management, InstanceCompatibilityCheck survival) {
        this.management = management;
        this.survival = survival;
    }

    /** Any operation of the management API, for the pages: {@code status} and {@code body}, a text that may be a problem. */
    public Uni<Map<String, Object>> request(String method, String path, String query, String body) {
        return management.request(method, path, query, body)
                .map(answer -> Map.of("status", answer.status(), "body", answer.body()));
    }

    /** Changes, as {@link DevModeManagementClient#changes}. */
    public Multi<String> changes(String query, String lastEventId) {
        return management.changes(query, lastEventId);
    }

    /** Lists workflows. */
    @DevMCPEnableByDefault
    @JsonRpcDescription("List the workflows of the application: versions, how each is started, and how many instances are in which status")
    public Uni<Object> listWorkflows() {
        return ask("GET", "/workflows", null);
    }

    /** Shows a workflow. */
    @DevMCPEnableByDefault
    @JsonRpcDescription("Show a workflow: its source (YAML or the Java class and line), the JSON Schema of its input, and its triggers."
            + " Parameter: workflow, its name or namespace:name")
    public Uni<Object> showWorkflow(String workflow) {
        return ask("GET", "/workflows/" + QueryStringBuilder.segment(workflow), null);
    }

    /** Finds instances. */
    @DevMCPEnableByDefault
    @JsonRpcDescription("Find instances of workflows, newest first, at most 50. Parameters, each of which may be empty: workflow, its name"
            + " or namespace:name; status, one or several separated by commas: pending, running, waiting, suspended, cancelled,"
            + " faulted or completed; businessKey")
    public Uni<Object> findInstances(String workflow, String status, String businessKey) {
        QueryStringBuilder query = new QueryStringBuilder().with("workflow", workflow).with("status", status)
                .with("businessKey", businessKey);
        return ask("GET", "/instances", query.text());
    }

    /** Shows an instance. */
    @DevMCPEnableByDefault
    @JsonRpcDescription("Show an instance of a workflow: status, times, input, output, error, and what it waits for. Parameter: id")
    public Uni<Object> showInstance(String id) {
        return ask("GET", instance(id), null);
    }

    /** Shows a history. */
    @DevMCPEnableByDefault
    @JsonRpcDescription("Show the tasks that an instance of a workflow came to, each with its input, output, attempts and error."
            + " Parameters: id; cursor, what the page before gave as next, or empty for the first 100 tasks")
    public Uni<Object> showHistory(String id, String cursor) {
        return ask("GET", instance(id) + "/history", new QueryStringBuilder().with("cursor", cursor).text());
    }

    /** Starts an instance. */
    @DevMCPEnableByDefault
    @JsonRpcDescription("Start an instance of a workflow; the answer has its id. Parameters: workflow, its name or namespace:name; input, a"
            + " JSON text that fits the schema of the input; businessKey, a key to find the instance by, may be empty")
    public Uni<Object> startInstance(String workflow, String input, String businessKey) {
        return withJson("input", input, body -> command("/workflows/" + QueryStringBuilder.segment(workflow) + "/instances",
                put(body, "businessKey", businessKey)));
    }

    /** Retries an instance. */
    @JsonRpcDescription("Retry a faulted instance of a workflow at the task that failed. Parameters: id; reason, may be empty")
    public Uni<Object> retryInstance(String id, String reason) {
        return command(instance(id) + "/retry", reason(reason));
    }

    /** Cancels an instance. */
    @JsonRpcDescription("Cancel an instance of a workflow that has not ended. It cannot go on afterwards. Parameters: id; reason, may be empty")
    public Uni<Object> cancelInstance(String id, String reason) {
        return command(instance(id) + "/cancel", reason(reason));
    }

    /** Suspends an instance. */
    @JsonRpcDescription("Suspend an instance of a workflow: it begins no further task until it is resumed. Parameters: id; reason, may be"
            + " empty")
    public Uni<Object> suspendInstance(String id, String reason) {
        return command(instance(id) + "/suspend", reason(reason));
    }

    /** Resumes an instance. */
    @JsonRpcDescription("Resume an instance of a workflow that is suspended, or try one again that is parked. Parameters: id; reason, may be"
            + " empty")
    public Uni<Object> resumeInstance(String id, String reason) {
        return command(instance(id) + "/resume", reason(reason));
    }

    /** Fires a timer. */
    @JsonRpcDescription("Have a timer of an instance of a workflow fire now, before it is due. Parameters: id; effect, as the instance shows"
            + " it in pending; reason, may be empty")
    public Uni<Object> fireTimer(String id, String effect, String reason) {
        return command(instance(id) + "/timers", put(reason(reason), "effect", effect));
    }

    /** Sends an event. */
    @JsonRpcDescription("Send an event to an instance of a workflow that waits for it. Parameters: id; event, a CloudEvent as JSON text with"
            + " id, source and type, and mostly data")
    public Uni<Object> sendEvent(String id, String event) {
        return withJson("event", event, body -> command(instance(id) + "/events", body));
    }

    /** Checks instances against the present definitions. */
    @DevMCPEnableByDefault
    @JsonRpcDescription("Check which instances of workflows that have not ended can go on with the definitions as they are now, after an"
            + " edit. Their journals are replayed, nothing is changed. Of those that cannot go on it says at which task, and why")
    public Uni<Map<String, Object>> checkSurvival() {
        return survival.check().map(InstanceCompatibilityReport::plain);
    }

    private static String instance(String id) {
        return "/instances/" + QueryStringBuilder.segment(id);
    }

    private static ObjectNode reason(String reason) {
        return put(JsonNodeFactory.instance.objectNode(), "reason", reason);
    }

    private static ObjectNode put(ObjectNode body, String name, String text) {
        if (text != null && !text.isEmpty()) {
            body.put(name, text);
        }
        return body;
    }

    /** Does something with a body that has a field whose value is given as JSON text, or is not there. */
    private static Uni<Object> withJson(String name, String text, Function<ObjectNode, Uni<Object>> action) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        try {
            if (text != null && !text.isBlank()) {
                body.set(name, JsonCodec.readExact(text.getBytes(StandardCharsets.UTF_8)));
            }
        } catch (ValueException malformed) {
            return Uni.createFrom().item(Map.of("status", 400, "title", "Bad Request", "detail",
                    "The " + name + " is not JSON: " + malformed.getMessage()));
        }
        return action.apply(body);
    }

    private Uni<Object> command(String path, ObjectNode body) {
        return answer(management.request("POST", path, null, new String(JsonCodec.write(body), StandardCharsets.UTF_8)));
    }

    private Uni<Object> ask(String method, String path, String query) {
        return answer(management.request(method, path, query, null));
    }

    /** The Dev UI writes it with a Jackson of its own, which knows no trees of the application's. */
    private static Uni<Object> answer(Uni<Reply> asked) {
        return asked
                .map(answer -> PlainJavaConverter.of(JsonCodec.readWritten(answer.body().getBytes(StandardCharsets.UTF_8))));
    }
}
