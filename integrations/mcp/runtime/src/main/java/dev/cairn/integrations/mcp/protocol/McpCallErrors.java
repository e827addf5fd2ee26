package dev.cairn.integrations.mcp.protocol;

import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.api.WorkflowException;
import dev.cairn.spi.QuotedErrorException;
import dev.cairn.spi.outbound.OutboundCallErrors;

/** The errors an MCP call can end with. */
public final class McpCallErrors {

    /** Name of the setting with the maximum size of an answer. */
    public static final String MAX_RESPONSE_SIZE = "quarkus.cairn.mcp.max-response-size";

    /** The errors that calls of other protocols can end with too. */
    public static final OutboundCallErrors COMMON = new OutboundCallErrors("MCP", "The MCP server", MAX_RESPONSE_SIZE);

    private static final int RESOURCE_NOT_FOUND = -32_002;
    private static final Map<Integer, Integer> STATUSES = Map.of(RESOURCE_NOT_FOUND, 404);

    private McpCallErrors() {}

    /** The answer is an error of JSON-RPC. */
    public static WorkflowException ofServer(String task, String method, JsonNode error) {
        return COMMON.ofJsonRpc(task, method, error, STATUSES);
    }

    /** The tool says that it has failed. */
    public static WorkflowException ofTool(String task, String tool, JsonNode result) {
        StringBuilder text = new StringBuilder();
        for (JsonNode content : result.path("content")) {
            if (content.path("text").isTextual()) {
                text.append(text.isEmpty() ? "" : " ").append(content.path("text").textValue());
            }
        }
        return COMMON.error(task, Standard.RUNTIME, "MCP tool failed",
                text.isEmpty() ? "The tool " + tool + " failed without text" : text.toString());
    }

    /** The failure of a session that several tasks wait for, as that of one task. */
    public static WorkflowException inTask(String task, WorkflowException failure) {
        if (failure instanceof QuotedErrorException quoting) {
            return new QuotedErrorException(quoting.text(), text -> inTask(task, quoting.quoting().apply(text)));
        }
        // Other kinds of exceptions may carry more than the error.
        return failure.getClass() != WorkflowException.class || failure.error() == null ? failure
                : new WorkflowException(inTask(task, failure.error()));
    }

    private static WorkflowError inTask(String task, WorkflowError error) {
        return new WorkflowError(error.type(), error.status(), error.title(), error.detail(), task);
    }
}
