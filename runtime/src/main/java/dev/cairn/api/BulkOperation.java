package dev.cairn.api;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * A command to all instances that a filter finds, as it is at one moment. How many remain is not known: nobody counts beforehand.
 *
 * @param id for {@link BulkOperations#find}; safe in URLs
 * @param kind which command
 * @param filter of the instances, without those that were started after the operation
 * @param origin who asked for it; without principal and reason if the application did
 * @param node name of the node that runs it
 * @param state how far it is
 * @param startedAt when it began
 * @param endedAt when it ended, or null
 * @param reachedTo instances are asked from the newest to the oldest; this is the time of the start of the one asked last, or null if there was
 *        none. In a further pass it begins anew
 * @param passes how often the instances were searched so far, at least 1
 * @param done how many instances did it, or had done it before
 * @param failed how many did not
 * @param failures the first of those, at most {@value BulkResult#MOST_FAILURES}
 * @param cause why the operation failed as a whole, else null
 */
public record BulkOperation(String id, CommandKind kind, InstanceFilter filter, CommandOrigin origin, String node, State state,
        Instant startedAt, Instant endedAt, Instant reachedTo, int passes, long done, long failed,
        List<BulkResult.Failure> failures, CairnException cause) {

    public BulkOperation {
        Objects.requireNonNull(id, "id is required");
        Objects.requireNonNull(state, "state is required");
        failures = List.copyOf(failures);
    }

    /** How far an operation is. */
    public enum State {
        /** Instances are being asked. */
        RUNNING,
        /** All instances that the filter found were asked. */
        COMPLETED,
        /** It was stopped, or the application was: those asked until then did it or did not. */
        CANCELLED,
        /** The search failed; another operation with the same filter does what is left. */
        FAILED;

        /** True if no more instances are asked. */
        public boolean ended() {
            return this != RUNNING;
        }
    }
}
