package dev.cairn.integrations.a2a.protocol;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.api.WorkflowException;
import dev.cairn.spi.QuotedErrorException;

/** The errors an A2A call can end with. */
public final class A2aCallErrors {

    /** Characters of an agent's text that a detail quotes at the most. */
    static final int MAX_EXCERPT_CHARS = 1_000;

    private static final int TOO_MANY_REQUESTS = 429;
    private static final int INVALID_PARAMETERS = -32_602;

    private A2aCallErrors() {}

    /** The arguments make no call. */
    public static WorkflowException invalid(String task, String detail) {
        return error(task, Standard.VALIDATION, Standard.VALIDATION.status(), "Invalid A2A call", detail);
    }

    /** The agent cannot be called in the way that its card says. */
    public static WorkflowException unusableCard(String task, String detail) {
        return error(task, Standard.CONFIGURATION, Standard.CONFIGURATION.status(), "A2A agent card cannot be used", detail);
    }

    /** The call was not made, or its answer is unusable. */
    public static WorkflowException broken(String task, String title, String detail) {
        return error(task, Standard.COMMUNICATION, Standard.COMMUNICATION.status(), title, detail);
    }

    /** The answer has a status of HTTP that is no success. */
    public static WorkflowException refused(String task, int status, String excerpt) {
        return error(task, Standard.COMMUNICATION, status, "HTTP status " + status,
                excerpt.isBlank() ? "The agent answered without text" : "The agent answered: " + excerpt);
    }

    /** The answer did not come in time. */
    public static WorkflowException late(String task, String request, long timeoutMillis) {
        return error(task, Standard.TIMEOUT, Standard.TIMEOUT.status(), "A2A call timed out",
                request + " was not answered within " + timeoutMillis + " ms");
    }

    /** The answer is longer than allowed. */
    public static WorkflowException tooLong(String task, int maxBytes) {
        return broken(task, "A2A answer too large",
                "The agent answered with more than quarkus.cairn.a2a.max-response-size, " + maxBytes + " bytes");
    }

    /** The answer is an error of JSON-RPC. */
    public static WorkflowException ofAgent(String task, String method, JsonNode error) {
        int code = error.path("code").asInt();
        Standard kind = code == INVALID_PARAMETERS ? Standard.VALIDATION : Standard.COMMUNICATION;
        JsonNode data = error.path("data");
        String more = data.isMissingNode() || data.isNull() ? "" : " (" + (data.isTextual() ? data.textValue() : data) + ")";
        return error(task, kind, status(code, kind), "A2A error " + code,
                method + " was answered: " + error.path("message").asText() + more);
    }

    /** The codes of JSON-RPC, then those of the protocol from "task not found" to "no extended card". */
    private static int status(int code, Standard kind) {
        return switch (code) {
            case -32_700, -32_600 -> 400;
            case -32_601 -> 501;
            case -32_001 -> 404;
            case -32_002 -> 409;
            case -32_003, -32_004 -> 501;
            case -32_005 -> 415;
            case -32_006 -> 502;
            case -32_007 -> 404;
            default -> kind.status();
        };
    }

    /** The agent has ended a task without success. */
    public static WorkflowException ofTask(String task, String state, JsonNode agentTask) {
        StringBuilder text = new StringBuilder();
        for (JsonNode part : agentTask.path("status").path("message").path("parts")) {
            if (part.path("text").isTextual()) {
                text.append(text.isEmpty() ? "" : " ").append(part.path("text").textValue());
            }
        }
        return error(task, Standard.RUNTIME, Standard.RUNTIME.status(), "A2A task " + state,
                text.isEmpty() ? "The agent gave no reason for the task " + agentTask.path("id").asText() : text.toString());
    }

    /** True if the same request may succeed later: the agent did not answer, or says that it cannot now. */
    public static boolean isTransient(WorkflowError error) {
        return error.type().equals(Standard.TIMEOUT.type()) || error.type().equals(Standard.COMMUNICATION.type())
                && (error.status() == Standard.COMMUNICATION.status() || error.status() > 501
                        || error.status() == TOO_MANY_REQUESTS);
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
