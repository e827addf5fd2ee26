package dev.cairn.integrations.mcp.protocol;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Makes and tells apart messages of JSON-RPC 2.0, as the Model Context Protocol uses them. */
public final class McpMessages {

    /** The version of the protocol to ask for if the definition has none. */
    public static final String USUAL_VERSION = "2025-06-18";

    /** The versions that this client can speak. */
    private static final List<String> VERSIONS = List.of("2024-11-05", "2025-03-26", USUAL_VERSION, "2025-11-25");

    private static final int METHOD_NOT_FOUND = -32_601;

    private McpMessages() {}

    /** A request. */
    public static ObjectNode request(long id, String method, JsonNode parameters) {
        ObjectNode request = message().put("id", id).put("method", method);
        request.set("params", parameters);
        return request;
    }

    /** The request that begins a session. The client offers nothing to the server: no sampling, no roots, no elicitation. */
    public static ObjectNode initialize(long id, ClientIdentity client) {
        ObjectNode parameters = JsonNodeFactory.instance.objectNode().put("protocolVersion", client.protocolVersion());
        parameters.putObject("capabilities");
        parameters.putObject("clientInfo").put("name", client.name()).put("version", client.version());
        return request(id, "initialize", parameters);
    }

    /** The notification that the client is ready. */
    public static ObjectNode initialized() {
        return message().put("method", "notifications/initialized");
    }

    /** The notification that the outcome of a request is no longer wanted. */
    public static ObjectNode cancelled(long id) {
        ObjectNode cancelled = message().put("method", "notifications/cancelled");
        cancelled.putObject("params").put("requestId", id).put("reason", "The task has ended");
        return cancelled;
    }

    /** True for the answer to a request of this client, be it a result or an error. */
    public static boolean answers(JsonNode message, long id) {
        return message.path("id").isNumber() && message.path("id").asLong() == id && !message.has("method")
                && (message.has("result") || message.hasNonNull("error"));
    }

    /** The reply to a message, or null if it needs none. Requests of a server other than {@code ping} are refused. */
    public static ObjectNode reply(JsonNode message) {
        if (!message.has("method") || !message.has("id")) {
            return null;
        }
        ObjectNode reply = message();
        reply.set("id", message.get("id"));
        if (message.path("method").asText().equals("ping")) {
            reply.putObject("result");
        } else {
            reply.putObject("error").put("code", METHOD_NOT_FOUND).put("message", "Method not found");
        }
        return reply;
    }

    /**
     * The version of the protocol that a server has chosen.
     *
     * @param answer the answer to {@code initialize}
     * @throws dev.cairn.api.WorkflowException if it is an error, or if this client does not know the version
     */
    public static String acceptedVersion(McpCall call, JsonNode answer) {
        if (answer.hasNonNull("error")) {
            throw McpCallErrors.ofServer(call.task(), "initialize", answer.get("error"));
        }
        String version = answer.path("result").path("protocolVersion").asText();
        if (!VERSIONS.contains(version)) {
            throw McpCallErrors.COMMON.broken(call.task(), "MCP version is not supported",
                    "The server speaks version \"" + version
                            + "\" of the protocol, and this client " + String.join(", ", VERSIONS));
        }
        return version;
    }

    private static ObjectNode message() {
        return JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
    }
}
