package dev.cairn.engine.observer;

import java.util.Locale;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.WorkflowError;
import dev.cairn.executor.TaskChange;
import dev.cairn.program.Program;
import dev.cairn.spi.InstanceRow;

/**
 * A change of an instance or of one of its tasks: enough to follow it, without payload. Immutable.
 *
 * @param instance id of the instance
 * @param workflow qualified name of its definition, {@code namespace:name}
 * @param version version of its definition
 * @param businessKey the application's key, or null
 * @param change of an instance {@code queued}, {@code started}, {@code running}, {@code waiting}, {@code suspended}, {@code resumed},
 *        {@code parked}, {@code cancelled}, {@code faulted} or {@code completed}; of a task one of {@link TaskChange.What}, in lower case
 * @param status the phase the instance is in after the change; null for a change of a task
 * @param task reference of the task, or null for a change of the instance
 * @param errorType type of the error that the instance or the task failed with, or null
 * @param atMillis when the change was written, milliseconds since the epoch
 */
public record LiveChange(String instance, String workflow, String version, String businessKey, String change,
        InstanceStatus status, String task, String errorType, long atMillis) {

    /** A change of an instance; the error may be null. */
    static LiveChange of(InstanceRow row, String change, InstanceStatus status, WorkflowError error, long atMillis) {
        return new LiveChange(row.id(), row.workflow(), row.version(), row.keys().businessKey(), change, status, null,
                type(error), atMillis);
    }

    /** A change of a task. */
    static LiveChange of(InstanceRow row, Program program, TaskChange change, long atMillis) {
        return new LiveChange(row.id(), row.workflow(), row.version(), row.keys().businessKey(),
                change.what().name().toLowerCase(Locale.ROOT), null,
                program.tasks().get(change.task()).reference(), type(change.error()), atMillis);
    }

    private static String type(WorkflowError error) {
        return error == null ? null : error.type();
    }
}
