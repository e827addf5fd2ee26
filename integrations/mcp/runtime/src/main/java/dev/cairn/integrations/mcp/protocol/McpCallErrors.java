package dev.cairn.integrations.mcp.protocol;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.api.WorkflowException;
import dev.cairn.spi.QuotedErrorException;

/** The errors an MCP call can end with. */
public final class McpCallErrors {

    /** Characters of a server's text that a detail quotes at the most. */
    static final int MAX_EXCERPT_CHARS = 1_000;

    /** Name of the setting with the maximum size of an answer. */
    public static final String MAX_RESPONSE_SIZE = "quarkus.cairn.mcp.max-response-size";

    private static final int PARSE_ERROR = -32_700;
    private static final int INVALID_REQUEST = -32_600;
    private static final int METHOD_NOT_FOUND = -32_601;
    private static final int INVALID_PARAMETERS = -32_602;
    private static final int RESOURCE_NOT_FOUND = -32_002;

    private McpCallErrors() {}

    /** The arguments make no call. */
    public static WorkflowException invalid(String task, String detail) {
        return error(task, Standard.VALIDATION, Standard.VALIDATION.status(), "Invalid MCP call", detail);
    }

    /** The call was not made, or its answer is unusable. */
    public static WorkflowException broken(String task, String title, String detail) {
        return error(task, Standard.COMMUNICATION, Standard.COMMUNICATION.status(), title, detail);
    }

    /** The answer has a status of HTTP that is no success. */
    public static WorkflowException refused(String task, int status, String excerpt) {
        return error(task, Standard.COMMUNICATION, status, "HTTP status " + status,
                excerpt.isBlank() ? "The MCP server answered without text" : "The MCP server answered: " + excerpt);
    }

    /** The answer did not come in time. */
    public static WorkflowException late(String task, String method, long timeoutMillis) {
        return error(task, Standard.TIMEOUT, Standard.TIMEOUT.status(), "MCP call timed out",
                method + " was not answered within " + timeoutMillis + " ms");
    }

    /** The answer is longer than allowed. */
    public static WorkflowException tooLong(String task, int maxBytes) {
        return broken(task, "MCP answer too large",
                "The MCP server answered with more than " + MAX_RESPONSE_SIZE + ", " + maxBytes + " bytes");
    }

    /** The answer is an error of JSON-RPC. */
    public static WorkflowException ofServer(String task, String method, JsonNode error) {
        int code = error.path("code").asInt();
        Standard kind = code == INVALID_PARAMETERS ? Standard.VALIDATION : Standard.COMMUNICATION;
        JsonNode data = error.path("data");
        String more = data.isMissingNode() || data.isNull() ? "" : " (" + (data.isTextual() ? data.textValue() : data) + ")";
        return error(task, kind, status(code, kind), "MCP error " + code,
                method + " was answered: " + error.path("message").asText() + more);
    }

    private static int status(int code, Standard kind) {
        return switch (code) {
            case PARSE_ERROR, INVALID_REQUEST -> 400;
            case METHOD_NOT_FOUND -> 501;
            case RESOURCE_NOT_FOUND -> 404;
            default -> kind.status();
        };
    }

    /** The tool says that it has failed. */
    public static WorkflowException ofTool(String task, String tool, JsonNode result) {
        StringBuilder text = new StringBuilder();
        for (JsonNode content : result.path("content")) {
            if (content.path("text").isTextual()) {
                text.append(text.isEmpty() ? "" : " ").append(content.path("text").textValue());
            }
        }
        return error(task, Standard.RUNTIME, Standard.RUNTIME.status(), "MCP tool failed",
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

    private static WorkflowException error(String task, Standard kind, int status, String title, String detail) {
        return new QuotedErrorException(detail,
                whole -> new WorkflowError(kind.type(), status, title, shortened(whole), task));
    }

    private static String shortened(String text) {
        String line = text.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
        return line.length() <= MAX_EXCERPT_CHARS ? line : line.substring(0, MAX_EXCERPT_CHARS) + "…";
    }
}
