package dev.cairn.integrations.mcpserver.tool;

import java.time.Duration;
import java.util.Set;

import jakarta.inject.Singleton;

import dev.cairn.api.CairnClient;
import dev.cairn.integrations.mcpserver.config.McpServerConfig;
import dev.cairn.time.RandomSource;
import io.quarkiverse.mcp.server.MetaKey;
import io.quarkiverse.mcp.server.ToolManager.ToolArguments;
import io.quarkiverse.mcp.server.ToolResponse;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;

/** Answers calls of the tools. */
@Singleton
final class InstanceTools {

    static final String INSTANCE = "instance";
    static final String INPUT = "input";
    /** In {@code _meta} of a call: a call with the key of an earlier one finds its instance. */
    private static final MetaKey IDEMPOTENCY_KEY = MetaKey.from("dev.cairn/idempotencyKey");
    private static final Set<String> ENDED = Set.of("completed", "faulted", "cancelled");

    private final InstanceAccess access;
    private final CairnClient cairn;
    private final Duration resultTimeout;
    private final RandomSource random = RandomSource.system();

    InstanceTools(InstanceAccess access, CairnClient cairn, McpServerConfig config) {
        this.access = access;
        this.cairn = cairn;
        resultTimeout = config.resultTimeout();
    }

    /** Starts an instance and waits a while for its end. */
    Uni<ToolResponse> start(WorkflowToolPlan tool, ToolArguments call) {
        JsonObject arguments = arguments(call);
        Object input = tool.isWrapped() ? arguments.getValue(INPUT) : arguments;
        JsonObject start = new JsonObject().put(INPUT, input);
        Object key = call.meta().getValue(IDEMPOTENCY_KEY);
        if (key != null) {
            start.put("idempotencyKey", key.toString());
        }
        return access.start(tool.workflow(), start, id -> ended(id).chain(() -> result(id)));
    }

    /** The instance as the management API shows it. */
    Uni<ToolResponse> status(ToolArguments call) {
        return access.show(arguments(call).getString(INSTANCE, ""),
                instance -> Uni.createFrom().item(ToolResponse.success(instance.encode())));
    }

    /** Waits a while for the end of an instance. */
    Uni<ToolResponse> result(ToolArguments call) {
        String id = arguments(call).getString(INSTANCE, "");
        // The caller may see the instance before anything waits for it.
        return access.show(id, instance -> ended(id).chain(() -> result(id)));
    }

    /** Sends an event to an instance. An event with the id of an earlier one is taken once. */
    Uni<ToolResponse> signal(ToolArguments call) {
        JsonObject arguments = arguments(call);
        String id = arguments.getString(INSTANCE, "");
        JsonObject event = new JsonObject().put("specversion", "1.0")
                .put("id", arguments.getString("id", Long.toHexString(random.bits()) + Long.toHexString(random.bits())))
                .put("source", "/mcp").put("type", arguments.getString("type", "")).put("datacontenttype", "application/json")
                .put("data", arguments.getValue("data"));
        return access.show(id, instance -> access.send(id, event));
    }

    /** Completes after the end of an instance, or after the longest time to wait. */
    private Uni<Void> ended(String id) {
        return resultTimeout.isZero() ? Uni.createFrom().voidItem()
                : cairn.instance(id).result().replaceWithVoid().ifNoItem().after(resultTimeout).recoverWithItem((Void) null)
                        .onFailure().recoverWithNull();
    }

    private Uni<ToolResponse> result(String id) {
        return access.show(id, instance -> {
            String status = instance.getString("status");
            JsonObject result = new JsonObject().put(INSTANCE, id).put("status", status);
            if (!ENDED.contains(status)) {
                result.put("advice", "The instance goes on. Ask for its result later, with this id.");
            }
            if (instance.containsKey("error")) {
                return Uni.createFrom().item(ToolResponse.error(result.put("error", instance.getValue("error")).encode()));
            }
            return status.equals("completed") ? access.output(id).map(output -> completed(result, output))
                    : Uni.createFrom().item(ToolResponse.success(result.encode()));
        });
    }

    private static ToolResponse completed(JsonObject result, String output) {
        String text = result.encode();
        return ToolResponse.success(output == null ? text
                : text.substring(0, text.length() - 1) + ",\"output\":" + output + "}");
    }

    private static JsonObject arguments(ToolArguments call) {
        return new JsonObject(call.args());
    }
}
