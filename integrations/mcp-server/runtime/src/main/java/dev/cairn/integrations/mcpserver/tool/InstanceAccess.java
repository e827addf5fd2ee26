package dev.cairn.integrations.mcpserver.tool;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

import jakarta.inject.Singleton;

import dev.cairn.spi.ManagementClient;
import dev.cairn.spi.ManagementClient.Reply;
import io.quarkiverse.mcp.server.ToolResponse;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;

/** Reads and commands instances of the workflows that are tools, with the permissions of the caller. */
@Singleton
final class InstanceAccess {

    private final ManagementClient management;
    private final WorkflowToolPlans plans;

    InstanceAccess(ManagementClient management, WorkflowToolPlans plans) {
        this.management = management;
        this.plans = plans;
    }

    /** Starts an instance and goes on with its id. */
    Uni<ToolResponse> start(String workflow, JsonObject body, Function<String, Uni<ToolResponse>> then) {
        return management.request("POST", "/workflows/" + encoded(workflow) + "/instances", null, body.encode())
                .chain(reply -> reply.isProblem() ? problem(reply)
                        : then.apply(new JsonObject(reply.body()).getString("instance")));
    }

    /** Goes on with the instance as the management API shows it, unless its workflow is no tool. */
    Uni<ToolResponse> show(String id, Function<JsonObject, Uni<ToolResponse>> then) {
        return management.request("GET", "/instances/" + encoded(id), null, null).chain(reply -> {
            if (reply.isProblem()) {
                return problem(reply);
            }
            JsonObject instance = new JsonObject(reply.body());
            return plans.workflows().contains(instance.getString("workflow")) ? then.apply(instance)
                    : Uni.createFrom().item(ToolResponse.error("There is no such instance of a workflow that is a tool."));
        });
    }

    /** The output of an instance as JSON text, or null if the caller may not read it. */
    Uni<String> output(String id) {
        return management.request("GET", "/instances/" + encoded(id) + "/values/output", null, null)
                .map(reply -> reply.isProblem() ? null : reply.body());
    }

    /** Sends an event to an instance. */
    Uni<ToolResponse> send(String id, JsonObject event) {
        return management.request("POST", "/instances/" + encoded(id) + "/events", null,
                new JsonObject().put("event", event).encode())
                .chain(reply -> reply.isProblem() ? problem(reply) : Uni.createFrom().item(ToolResponse.success(reply.body())));
    }

    /** The problem in words for the model. */
    private static Uni<ToolResponse> problem(Reply reply) {
        JsonObject details = new JsonObject(reply.body());
        String title = details.getString("title", "The request was refused");
        String detail = details.getString("detail");
        return Uni.createFrom().item(ToolResponse.error(detail == null ? title : title + ": " + detail));
    }

    private static String encoded(String segment) {
        return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
