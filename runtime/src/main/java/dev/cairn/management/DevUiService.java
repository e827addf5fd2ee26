package dev.cairn.management;

import java.util.List;

import jakarta.inject.Singleton;
import jakarta.ws.rs.core.Response.Status;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.http.HttpProblem;
import dev.cairn.http.ProblemDetails;
import dev.cairn.management.ManagementAnswer.LiveAnswer;
import io.quarkus.runtime.annotations.JsonRpcDescription;
import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;

/**
 * The management API for the Dev UI, as methods of JSON-RPC. Those with a description are tools of the Dev MCP server, too. It is there in
 * dev mode only. Answers are JSON texts: the Dev UI has classes of its own, and could not read objects of the application.
 */
@Singleton
public class DevUiService {

    private static final String INSTANCES = "instances";
    private static final String WORKFLOWS = "workflows";

    private final RpcRequests requests;
    private final Vertx vertx;

    DevUiService(ManagementDispatcher dispatcher, Vertx vertx) {
        this.requests = new RpcRequests(dispatcher);
        this.vertx = vertx;
    }

    /**
     * Asks what HTTP would ask the management API.
     *
     * @param method of HTTP
     * @param path below the path of the API, percent-encoded, with a slash at its beginning
     * @param query a JSON object with the parameters as texts; may be empty
     * @param body a JSON object; may be empty
     * @return a JSON object with {@code status} and {@code body}, also if the request is refused
     */
    @NonBlocking
    public Uni<String> request(String method, String path, String query, String body) {
        return requests.ask(method, path, query, body).map(RpcAnswer::text);
    }

    /**
     * Changes as the management API shows them live.
     *
     * @param workflow only of this one; may be empty
     * @param instance only of this one; may be empty
     * @param tasks {@code true} for changes of tasks as well
     * @return JSON objects with {@code event} and {@code data}; ends when the stream does, fails if there is none
     */
    public Multi<String> changes(String workflow, String instance, String tasks) {
        ObjectNode query = fields("workflow", workflow, "instance", instance, "tasks", tasks);
        return Multi.createFrom().deferred(() -> requests
                .answer(ManagementOperation.WATCH_CHANGES, List.of("changes"), query, null).toMulti()
                .onItem().transformToMultiAndConcatenate(answer -> RpcChanges.of((LiveAnswer) answer, vertx)));
    }

    @NonBlocking
    @JsonRpcDescription("List the durable workflows of the application: versions, triggers, and how many instances have which status")
    public Uni<String> listWorkflows() {
        return ask(ManagementOperation.LIST_WORKFLOWS, List.of(WORKFLOWS), null, null);
    }

    @NonBlocking
    @JsonRpcDescription("Show a durable workflow: its source, the JSON Schema of its input, warnings of the build. Parameter: workflow,"
            + " its name or namespace:name")
    public Uni<String> showWorkflow(String workflow) {
        return ask(ManagementOperation.SHOW_WORKFLOW, segments(WORKFLOWS, workflow), null, null);
    }

    @NonBlocking
    @JsonRpcDescription("Find instances of durable workflows, newest first. All parameters may be empty: workflow; status: pending,"
            + " running, waiting, suspended, cancelled, faulted or completed; businessKey; limit, 1 to 1000; cursor, next of the page"
            + " before")
    public Uni<String> findInstances(String workflow, String status, String businessKey, String limit, String cursor) {
        ObjectNode query = fields("workflow", workflow, "status", status, "businessKey", businessKey, "limit", limit, "cursor",
                cursor);
        return ask(ManagementOperation.FIND_INSTANCES, List.of(INSTANCES), query, null);
    }

    @NonBlocking
    @JsonRpcDescription("Show an instance of a durable workflow: status, input, output, error, and what it waits for. Parameter: id")
    public Uni<String> showInstance(String id) {
        return ask(ManagementOperation.SHOW_INSTANCE, segments(INSTANCES, id), null, null);
    }

    @NonBlocking
    @JsonRpcDescription("Show each task that an instance of a durable workflow came to, with input, output and error, in the order they"
            + " began. Parameters: id; cursor, next of the page before, may be empty")
    public Uni<String> showHistory(String id, String cursor) {
        return ask(ManagementOperation.SHOW_HISTORY, segments(INSTANCES, id, "history"), fields("cursor", cursor), null);
    }

    @NonBlocking
    @JsonRpcDescription("Start an instance of a durable workflow. Parameters: workflow, its name or namespace:name; input, a JSON text")
    public Uni<String> startInstance(String workflow, String input) {
        return Uni.createFrom().deferred(() -> {
            ObjectNode body = JsonNodeFactory.instance.objectNode();
            JsonNode value = RpcRequests.value("input", input);
            if (value != null) {
                body.set("input", value);
            }
            return ask(ManagementOperation.START_INSTANCE, segments(WORKFLOWS, workflow, INSTANCES), null, body);
        }).onFailure(HttpProblem.class).recoverWithItem(DevUiService::refusal);
    }

    @NonBlocking
    @JsonRpcDescription("Retry a faulted instance of a durable workflow at the task that failed. Parameters: id; reason, may be empty")
    public Uni<String> retryInstance(String id, String reason) {
        return command(ManagementOperation.RETRY_INSTANCE, id, "retry", reason);
    }

    @NonBlocking
    @JsonRpcDescription("Suspend an instance of a durable workflow: no further call begins. Parameters: id; reason, may be empty")
    public Uni<String> suspendInstance(String id, String reason) {
        return command(ManagementOperation.SUSPEND_INSTANCE, id, "suspend", reason);
    }

    @NonBlocking
    @JsonRpcDescription("Resume an instance of a durable workflow that is suspended or parked. Parameters: id; reason, may be empty")
    public Uni<String> resumeInstance(String id, String reason) {
        return command(ManagementOperation.RESUME_INSTANCE, id, "resume", reason);
    }

    @NonBlocking
    @JsonRpcDescription("Cancel an instance of a durable workflow; nothing is undone. Parameters: id; reason, may be empty")
    public Uni<String> cancelInstance(String id, String reason) {
        return command(ManagementOperation.CANCEL_INSTANCE, id, "cancel", reason);
    }

    @NonBlocking
    @JsonRpcDescription("Have a timer of an instance of a durable workflow fire now. Parameters: id; effect, as the instance shows it in"
            + " pending; reason, may be empty")
    public Uni<String> fireTimer(String id, String effect, String reason) {
        return ask(ManagementOperation.FIRE_TIMER, segments(INSTANCES, id, "timers"), null,
                fields("effect", effect, CommandBody.REASON, reason));
    }

    private Uni<String> command(ManagementOperation operation, String id, String command, String reason) {
        return ask(operation, segments(INSTANCES, id, command), null, fields(CommandBody.REASON, reason));
    }

    /** @param segments null if a parameter is missing */
    private Uni<String> ask(ManagementOperation operation, List<String> segments, ObjectNode query, ObjectNode body) {
        if (segments == null) {
            return Uni.createFrom().item(refusal(RequestMistakes.of("A parameter is missing.")));
        }
        return requests.ask(operation, segments, query, body).map(RpcAnswer::body);
    }

    private static String refusal(Throwable problem) {
        ProblemDetails details = problem instanceof HttpProblem known ? known.details()
                : ProblemDetails.of(Status.BAD_REQUEST, problem.getMessage());
        return RpcAnswer.of(details).body();
    }

    /** Null if one of them is missing: of those who call, some leave out what they do not know. */
    private static List<String> segments(String... segments) {
        for (String segment : segments) {
            if (segment == null || segment.isEmpty()) {
                return null;
            }
        }
        return List.of(segments);
    }

    /** Names and values by turns; without those that are missing. */
    private static ObjectNode fields(String... namesAndValues) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            if (namesAndValues[i + 1] != null && !namesAndValues[i + 1].isEmpty()) {
                json.put(namesAndValues[i], namesAndValues[i + 1]);
            }
        }
        return json;
    }
}
