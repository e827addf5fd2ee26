package dev.cairn.integrations.a2a.protocol;

import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.api.WorkflowException;
import dev.cairn.spi.outbound.OutboundCallErrors;

/** The errors an A2A call can end with. */
public final class A2aCallErrors {

    /** The errors that calls of other protocols can end with too. */
    public static final OutboundCallErrors COMMON = new OutboundCallErrors("A2A", "The agent",
            "quarkus.cairn.a2a.max-response-size");

    /** Statuses of the errors from "task not found" to "no extended card". */
    private static final Map<Integer, Integer> STATUSES = Map.of(-32_001, 404, -32_002, 409, -32_003, 501, -32_004, 501,
            -32_005, 415, -32_006, 502, -32_007, 404);

    private static final int FORBIDDEN = 403;
    private static final int TOO_MANY_REQUESTS = 429;

    private A2aCallErrors() {}

    /** The agent cannot be called in the way that its card says. */
    public static WorkflowException unusableCard(String task, String detail) {
        return COMMON.error(task, Standard.CONFIGURATION, "A2A agent card cannot be used", detail);
    }

    /** The answer is an error of JSON-RPC. */
    public static WorkflowException ofAgent(String task, String method, JsonNode error) {
        return COMMON.ofJsonRpc(task, method, error, STATUSES);
    }

    /** The agent has ended a task without success. */
    public static WorkflowException ofTask(String task, String state, JsonNode agentTask) {
        StringBuilder text = new StringBuilder();
        for (JsonNode part : agentTask.path("status").path("message").path("parts")) {
            if (part.path("text").isTextual()) {
                text.append(text.isEmpty() ? "" : " ").append(part.path("text").textValue());
            }
        }
        return COMMON.error(task, Standard.RUNTIME, "A2A task " + state,
                text.isEmpty() ? "The agent gave no reason for the task " + agentTask.path("id").asText() : text.toString());
    }

    /** True if the same question may be answered later: the agent did not answer, or says that it cannot now. */
    public static boolean isTransient(WorkflowException failure) {
        WorkflowError error = failure.error();
        return failure instanceof AgentStatusException && error.status() != FORBIDDEN
                || error.type().equals(Standard.TIMEOUT.type()) || error.type().equals(Standard.COMMUNICATION.type())
                        && (error.status() == Standard.COMMUNICATION.status() || error.status() > 501
                                || error.status() == TOO_MANY_REQUESTS);
    }
}
