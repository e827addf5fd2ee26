package dev.cairn.api;

import java.time.Instant;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One time that an instance came to a task, computed from its journal.
 *
 * @param task reference of the task, a JSON pointer; empty for the workflow itself
 * @param name its name
 * @param kind its kind: {@code set}, {@code call}…
 * @param run which beginning of the task this is, counted from 1: in a loop it begins with each turn
 * @param status its progress
 * @param startedAt when the entry was written after which it began
 * @param endedAt when the entry was written after which it ended, or null
 * @param input its raw input; shared, not to be changed
 * @param output its output, or null; shared, not to be changed
 * @param error its error, or null
 * @param attempts 1, and 1 more for each retry by an operator
 * @param children ids of the instances that it ran, of a task that runs another workflow: one for each attempt, the latest last. One whose
 *        input was refused, or whose retention has ended, is not there
 * @param context the value of {@code $context} when the task ended, or null if it had not changed since the previous task
 *        ended; shared, not to be changed
 * @param turn the turn of the loop that it is directly in, or null if it is in none or in a task that is in one
 * @param startStep position of its begin among the begins and ends of all tasks of the instance, from 1. Times do not give this
 *        order: tasks without an effect between them have the same time
 * @param endStep position of its end in the same order, or 0 if it did not end before the instance
 * @param caught the last error that the {@code catch} of a {@code try} caught, also if a retry followed; null if it caught
 *        none, or for any other task. The tasks of the {@code catch} see this error
 * @param pauses when it had failed and waited for an operator to retry it, in order; its compound tasks and the workflow waited with it
 */
public record TaskRun(
        String task,
        String name,
        String kind,
        int run,
        Status status,
        Instant startedAt,
        Instant endedAt,
        JsonNode input,
        JsonNode output,
        WorkflowError error,
        int attempts,
        List<String> children,
        JsonNode context,
        TaskLoopIteration turn,
        long startStep,
        long endStep,
        CaughtErrorView caught,
        List<TaskFaultPeriod> pauses) {

    public TaskRun {
        children = List.copyOf(children);
        pauses = List.copyOf(pauses);
    }

    /** Progress of a task. */
    public enum Status {
        /** It has begun. */
        RUNNING,
        /** It completed with an output. */
        COMPLETED,
        /** Its {@code if} did not hold, so it passed its input on. */
        SKIPPED,
        /** It failed, even if a {@code catch} handled the error. */
        FAULTED,
        /**
         * It was abandoned: the instance ended while it ran, or its branch of a fork lost against another, or another branch
         * failed.
         */
        CANCELLED
    }
}
