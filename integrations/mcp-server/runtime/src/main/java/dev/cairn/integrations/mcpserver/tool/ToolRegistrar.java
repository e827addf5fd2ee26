package dev.cairn.integrations.mcpserver.tool;

import java.util.function.Function;

import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

import dev.cairn.integrations.mcpserver.config.McpServerConfig;
import io.quarkiverse.mcp.server.ToolManager;
import io.quarkiverse.mcp.server.ToolManager.ToolArguments;
import io.quarkiverse.mcp.server.ToolResponse;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** Registers the tools when the application starts. */
@Singleton
final class ToolRegistrar {

    /** The tools for instances, which are there if a workflow is a tool. Their names cannot be those of workflows. */
    static final String STATUS = "cairn_instance_status";
    static final String RESULT = "cairn_instance_result";
    static final String SIGNAL = "cairn_instance_signal";

    private final ToolManager manager;
    private final WorkflowToolPlans plans;
    private final InstanceTools tools;

    ToolRegistrar(ToolManager manager, WorkflowToolPlans plans, InstanceTools tools) {
        this.manager = manager;
        this.plans = plans;
        this.tools = tools;
    }

    /** @throws IllegalArgumentException if the time to wait for results is negative */
    void register(@Observes StartupEvent event, McpServerConfig config) {
        if (config.resultTimeout().isNegative()) {
            throw new IllegalArgumentException(
                    "CAIRN-0930: Cannot wait for results of tools [quarkus.cairn.mcp-server.result-timeout="
                            + config.resultTimeout()
                            + "]: the time must not be negative. Correct it; with 0 a tool answers at once.");
        }
        for (WorkflowToolPlan plan : plans.tools()) {
            register(plan.name(), plan.description(), new JsonObject(plan.inputSchema()), call -> tools.start(plan, call));
        }
        JsonObject instance = new JsonObject().put("type", "string").put("description",
                "The id of an instance, as the tool that started it gave it");
        register(STATUS, "Shows the status of an instance of a workflow, with the calls and timers under way",
                schema(new JsonObject().put(InstanceTools.INSTANCE, instance), InstanceTools.INSTANCE), tools::status);
        register(RESULT, "Waits a while for the end of an instance of a workflow and gives its output",
                schema(new JsonObject().put(InstanceTools.INSTANCE, instance), InstanceTools.INSTANCE), tools::result);
        register(SIGNAL, "Sends an event to an instance of a workflow that waits for it",
                schema(new JsonObject().put(InstanceTools.INSTANCE, instance)
                        .put("type", text("The type of the event"))
                        .put("data", new JsonObject().put("description", "The data of the event, any JSON value"))
                        .put("id", text("The id of the event; an event with the same id is taken once")),
                        InstanceTools.INSTANCE, "type"),
                tools::signal);
    }

    private void register(String name, String description, JsonObject schema,
            Function<ToolArguments, Uni<ToolResponse>> handler) {
        manager.newTool(name).setDescription(description).setInputSchema(schema).setAsyncHandler(handler).register();
    }

    private static JsonObject text(String description) {
        return new JsonObject().put("type", "string").put("description", description);
    }

    private static JsonObject schema(JsonObject properties, String... required) {
        JsonArray names = new JsonArray();
        for (String name : required) {
            names.add(name);
        }
        return new JsonObject().put("type", "object").put("properties", properties).put("required", names);
    }
}
