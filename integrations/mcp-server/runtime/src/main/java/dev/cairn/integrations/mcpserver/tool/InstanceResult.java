package dev.cairn.integrations.mcpserver.tool;

import java.nio.charset.StandardCharsets;
import java.util.Set;

import io.quarkiverse.mcp.server.ToolResponse;
import io.vertx.core.json.JsonObject;

/** Writes results of instances for models: the id, the status, and the output, the error or an advice. */
final class InstanceResult {

    /** A larger output would fill the context of a model. */
    static final int MAX_OUTPUT_BYTES = 1 << 20;

    private static final Set<String> ENDED = Set.of("faulted", "cancelled");
    private static final String GOES_ON = "The instance goes on. Ask for its result later, with this id.";
    private static final String STANDS_STILL = "The instance stands still until an operator resumes it. Do not start another one.";

    private InstanceResult() {}

    /** @param output JSON text, or null if the caller may not read it */
    static ToolResponse completed(String id, byte[] output) {
        JsonObject result = result(id).put("status", "completed");
        if (output == null) {
            return ToolResponse.success(result.encode());
        }
        if (output.length > MAX_OUTPUT_BYTES) {
            return ToolResponse.success(result.put("advice",
                    "The output has " + output.length + " bytes, more than a tool gives. The application has it.").encode());
        }
        String text = result.encode();
        return ToolResponse.success(text.substring(0, text.length() - 1) + ",\"output\":"
                + new String(output, StandardCharsets.UTF_8) + "}");
    }

    /** @param instance an instance that is not completed, as the management API shows it */
    static ToolResponse of(String id, JsonObject instance) {
        String status = instance.getString("status");
        JsonObject result = result(id).put("status", status);
        if (instance.containsKey("error")) {
            result.put("error", instance.getValue("error"));
        }
        if (!ENDED.contains(status)) {
            result.put("advice", status.equals("suspended") || instance.containsKey("parked") ? STANDS_STILL : GOES_ON);
        }
        return status.equals("faulted") ? ToolResponse.error(result.encode()) : ToolResponse.success(result.encode());
    }

    /** An instance that was started, and cannot be read now. */
    static ToolResponse unknown(String id, Throwable failure) {
        String reason = failure instanceof RefusedCallException refused ? " " + refused.getMessage() : "";
        return ToolResponse.success(result(id)
                .put("advice", "The instance was started, and cannot be read now." + reason + " Do not start another one.")
                .encode());
    }

    private static JsonObject result(String id) {
        return new JsonObject().put(InstanceTools.INSTANCE, id);
    }
}
