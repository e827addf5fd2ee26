package dev.cairn.integrations.mcpserver.tool;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Set;

import dev.cairn.spi.ManagementClient.Caller;
import dev.cairn.spi.ManagementClient.Reply;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;

/**
 * Reads and commands instances of the workflows that are tools, with the permissions of a caller. Problems are failures with
 * {@link RefusedCallException}.
 *
 * @param caller the caller of the tool
 * @param workflows qualified names of the workflows that are tools
 */
record InstanceAccess(Caller caller, Set<String> workflows) {

    /** Starts an instance; gives its id. */
    Uni<String> start(String workflow, JsonObject body) {
        return caller.request("POST", "/workflows/" + encoded(workflow) + "/instances", null, body.encode())
                .map(reply -> answer(reply).getString("instance"));
    }

    /** The instance as the management API shows it. */
    Uni<JsonObject> show(String id) {
        return caller.request("GET", "/instances/" + encoded(id), null, null).map(reply -> {
            JsonObject instance = answer(reply);
            if (!workflows.contains(instance.getString("workflow"))) {
                throw new RefusedCallException("There is no such instance of a workflow that is a tool.");
            }
            return instance;
        });
    }

    /** Sends an event to an instance. */
    Uni<JsonObject> send(String id, JsonObject event) {
        return caller.request("POST", "/instances/" + encoded(id) + "/events", null,
                new JsonObject().put("event", event).encode()).map(InstanceAccess::answer);
    }

    private static JsonObject answer(Reply reply) {
        JsonObject body = new JsonObject(reply.body());
        if (reply.isProblem()) {
            String title = body.getString("title", "The request was refused");
            String detail = body.getString("detail");
            throw new RefusedCallException(detail == null ? title : title + ": " + detail);
        }
        return body;
    }

    private static String encoded(String segment) {
        return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
