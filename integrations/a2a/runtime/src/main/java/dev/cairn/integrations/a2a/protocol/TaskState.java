package dev.cairn.integrations.a2a.protocol;

import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

/** The states of an agent's tasks, as results and events have them. */
public final class TaskState {

    private static final Set<String> WORKING = Set.of("submitted", "working");
    private static final Set<String> OUTPUT = Set.of("completed", "input-required", "auth-required");
    private static final Set<String> UNSUCCESSFUL = Set.of("failed", "rejected", "canceled");

    private TaskState() {}

    /** The state of a task or of a change of it, or an empty text for anything else. */
    public static String of(JsonNode result) {
        return result.path("status").path("state").asText();
    }

    /** True if the agent goes on without the client. */
    public static boolean isWorking(String state) {
        return WORKING.contains(state);
    }

    /** True if the agent has completed the task, or needs something of the client. */
    public static boolean isOutput(String state) {
        return OUTPUT.contains(state);
    }

    /** True if the agent has ended the task without success. */
    public static boolean isUnsuccessful(String state) {
        return UNSUCCESSFUL.contains(state);
    }

    /** True for an event after which the agent does nothing without the client. */
    public static boolean isSettled(JsonNode event) {
        String state = of(event);
        return !state.isEmpty() && (!isWorking(state) || event.path("final").asBoolean());
    }
}
