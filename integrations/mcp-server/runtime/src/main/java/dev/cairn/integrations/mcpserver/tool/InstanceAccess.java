package dev.cairn.integrations.mcpserver.tool;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.stream.Collectors;

import dev.cairn.spi.ManagementClient.Caller;
import dev.cairn.spi.ManagementClient.Reply;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * Reads and commands instances of the workflows that are tools, with the permissions of a caller. Problems are failures with
 * {@link RefusedCallException}.
 *
 * @param caller the caller of the tool
 * @param workflows qualified names of the workflows that are tools
 */
record InstanceAccess(Caller caller, Set<String> workflows) {

    /** Maximum number of wrong arguments that are told: more would fill the context of a model. */
    private static final int MAX_ERRORS = 20;

    /** Starts an instance; gives its id. */
    Uni<String> start(WorkflowToolPlan tool, JsonObject body) {
        String input = tool.isWrapped() ? "/" + InstanceTools.INPUT : "";
        return caller.request("POST", "/workflows/" + encoded(tool.workflow()) + "/instances", null, body.encode())
                .map(reply -> answer(reply, input).getString("instance"));
    }

    /** The instance as the management API shows it. */
    Uni<JsonObject> show(String id) {
        return caller.request("GET", "/instances/" + encoded(id), null, null).map(reply -> {
            JsonObject instance = answer(reply, "");
            if (!workflows.contains(instance.getString("workflow"))) {
                throw new RefusedCallException("There is no such instance of a workflow that is a tool.");
            }
            return instance;
        });
    }

    /** Sends an event to an instance. */
    Uni<JsonObject> send(String id, JsonObject event) {
        return caller.request("POST", "/instances/" + encoded(id) + "/events", null,
                new JsonObject().put("event", event).encode()).map(reply -> answer(reply, ""));
    }

    /** @param input pointer to the input of the workflow in the arguments of the tool */
    private static JsonObject answer(Reply reply, String input) {
        JsonObject body = new JsonObject(reply.body());
        if (reply.isProblem()) {
            String title = body.getString("title", "The request was refused");
            String detail = body.getString("detail");
            throw new RefusedCallException((detail == null ? title : title + ": " + detail) + errors(body, input));
        }
        return body;
    }

    /** Says which arguments are wrong, so that the model can mend them. The texts of the API repeat no values. */
    private static String errors(JsonObject problem, String input) {
        return problem.getJsonArray("errors", new JsonArray()).stream().limit(MAX_ERRORS).map(JsonObject.class::cast)
                .map(error -> {
                    String pointer = input + error.getString("pointer");
                    return " " + (pointer.isEmpty() ? "" : pointer + ": ") + error.getString("message") + ".";
                }).collect(Collectors.joining());
    }

    private static String encoded(String segment) {
        return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
