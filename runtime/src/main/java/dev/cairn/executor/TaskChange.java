package dev.cairn.executor;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowError;

/**
 * A change of a task.
 *
 * @param number distinguishes it from the other recorded changes of the instance
 * @param task index of the task in the program
 * @param output of a task that completed, else null
 * @param error of a task that faulted, else null
 * @param correlated of a task that listened and completed the values that its events have in common, by name; else null
 */
public record TaskChange(long number, What what, int task, JsonNode output, WorkflowError error, JsonNode correlated) {

    /** The kinds of changes. */
    public enum What {
        /** The instance has come to it. */
        CREATED,
        /** Its condition holds, if it has one. */
        STARTED,
        /** The instance was suspended while the task was under way. */
        SUSPENDED,
        /** It goes on: the instance does, or a task in it is tried again by an operator. */
        RESUMED,
        /** It is tried again, by its retry policy or an operator. */
        RETRIED,
        /** It is given up. */
        CANCELLED,
        /** It failed. */
        FAULTED,
        /** It has an output. */
        COMPLETED
    }
}
