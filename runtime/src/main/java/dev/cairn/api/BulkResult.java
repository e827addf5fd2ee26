package dev.cairn.api;

import java.util.List;

/**
 * The outcome of a command to many instances.
 *
 * @param done number of instances that executed the command, now or before
 * @param failed number of instances that failed to execute it
 * @param failures the first failures, at most {@value #MAX_FAILURES}
 */
public record BulkResult(long done, long failed, List<Failure> failures) {

    /** Maximum number of failures that are listed one by one. */
    public static final int MAX_FAILURES = 20;

    public BulkResult {
        failures = List.copyOf(failures);
    }

    /**
     * An instance that failed to execute the command.
     *
     * @param instanceId id of the instance
     * @param cause the reason
     */
    public record Failure(String instanceId, CairnException cause) {}
}
