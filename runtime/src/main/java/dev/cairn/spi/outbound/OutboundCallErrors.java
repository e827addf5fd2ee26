package dev.cairn.spi.outbound;

import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.api.WorkflowException;
import dev.cairn.spi.QuotedErrorException;
import dev.cairn.spi.TextExcerpt;

/**
 * The errors that calls of any protocol over HTTP can end with, in the words of one protocol. A detail is one line, and quotes the
 * server in part: its secrets are concealed before. Thread-safe.
 */
public final class OutboundCallErrors {

    private static final int MAX_DETAIL_CHARS = 1_000;

    private static final int PARSE_ERROR = -32_700;
    private static final int INVALID_REQUEST = -32_600;
    private static final int METHOD_NOT_FOUND = -32_601;
    private static final int INVALID_PARAMETERS = -32_602;

    private final String protocol;
    private final String server;
    private final String maxSizeSetting;

    /**
     * @param protocol its name, such as {@code MCP}
     * @param server the server at the beginning of a sentence, such as {@code The agent}
     * @param maxSizeSetting name of the setting that limits the size of answers
     */
    public OutboundCallErrors(String protocol, String server, String maxSizeSetting) {
        this.protocol = protocol;
        this.server = server;
        this.maxSizeSetting = maxSizeSetting;
    }

    /** The arguments make no call. */
    public WorkflowException invalid(String task, String detail) {
        return error(task, Standard.VALIDATION, "Invalid " + protocol + " call", detail);
    }

    /** The call was not made, or its answer is unusable. */
    public WorkflowException broken(String task, String title, String detail) {
        return error(task, Standard.COMMUNICATION, title, detail);
    }

    /**
     * The answer has a status of HTTP that is no success.
     *
     * @param excerpt text of the answer
     */
    public WorkflowException refused(String task, int status, String excerpt) {
        return error(task, Standard.COMMUNICATION, status, "HTTP status " + status,
                server + (excerpt.isBlank() ? " answered without text" : " answered: " + excerpt));
    }

    /** The answer did not come in time. */
    public WorkflowException late(String task, String request, long timeoutMillis) {
        return error(task, Standard.TIMEOUT, protocol + " call timed out",
                request + " was not answered within " + timeoutMillis + " ms");
    }

    /** The answer is longer than allowed. */
    public WorkflowException tooLong(String task, int maxBytes) {
        return broken(task, protocol + " answer too large",
                server + " answered with more than " + maxSizeSetting + ", " + maxBytes + " bytes");
    }

    /**
     * The answer is an error of JSON-RPC 2.0.
     *
     * @param error its member {@code error}
     * @param statuses statuses of the error by the codes that the protocol adds to those of JSON-RPC
     */
    public WorkflowException ofJsonRpc(String task, String method, JsonNode error, Map<Integer, Integer> statuses) {
        int code = error.path("code").asInt();
        Standard kind = code == INVALID_PARAMETERS ? Standard.VALIDATION : Standard.COMMUNICATION;
        int status = switch (code) {
            case PARSE_ERROR, INVALID_REQUEST -> 400;
            case METHOD_NOT_FOUND -> 501;
            default -> statuses.getOrDefault(code, kind.status());
        };
        JsonNode data = error.path("data");
        String more = data.isMissingNode() || data.isNull() ? "" : " (" + (data.isTextual() ? data.textValue() : data) + ")";
        return error(task, kind, status, protocol + " error " + code,
                method + " was answered: " + error.path("message").asText() + more);
    }

    /** Any other error. */
    public WorkflowException error(String task, Standard kind, String title, String detail) {
        return error(task, kind, kind.status(), title, detail);
    }

    private static WorkflowException error(String task, Standard kind, int status, String title, String detail) {
        return new QuotedErrorException(detail, whole -> new WorkflowError(kind.type(), status, title,
                TextExcerpt.of(whole, MAX_DETAIL_CHARS), task));
    }
}
