package dev.cairn.api;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * The state of a command to all instances that a filter finds, at one moment. The number of remaining instances is unknown
 * because nothing counts them beforehand.
 *
 * @param id for {@link BulkOperations#find}; safe in URLs
 * @param kind which command
 * @param filter selects the instances; instances that were started after the operation are left out
 * @param origin caller that asked for the operation; without principal and reason if the application did
 * @param node name of the node that runs it
 * @param state progress of the operation
 * @param startedAt time when it began
 * @param endedAt time when it ended, or null
 * @param reachedTo start time of the instance asked last, or null if none was asked. Instances are asked from the newest to the
 *        oldest; each further pass begins anew
 * @param passes number of searches so far, at least 1
 * @param done number of instances that executed the command, now or before
 * @param failed number of instances that failed to execute it
 * @param failures the first failures, at most {@value BulkResult#MAX_FAILURES}
 * @param cause the failure of the operation as a whole, else null
 */
public record BulkOperation(String id, CommandKind kind, InstanceFilter filter, CommandOrigin origin, String node, State state,
        Instant startedAt, Instant endedAt, Instant reachedTo, int passes, long done, long failed,
        List<BulkResult.Failure> failures, CairnException cause) {

    public BulkOperation {
        Objects.requireNonNull(id, "id is required");
        Objects.requireNonNull(state, "state is required");
        failures = List.copyOf(failures);
    }

    /** Progress of an operation. */
    public enum State {
        /** Instances are being asked. */
        RUNNING,
        /** Every instance that the filter found was asked. */
        COMPLETED,
        /** The operation or the application was stopped. Instances asked before that may have executed the command. */
        CANCELLED,
        /** The search failed; another operation with the same filter handles the remaining instances. */
        FAILED;

        /** True if no more instances are asked. */
        public boolean ended() {
            return this != RUNNING;
        }
    }
}
