package dev.cairn.api;

import java.time.Instant;
import java.util.Objects;

/**
 * The result of publishing an event.
 *
 * @param outcome the best of what became of the event
 * @param instances number of instances that have taken the event, at this publication or at an earlier one of the same event. A
 *        lower bound if a node failed meanwhile, or if nodes of versions before this one share the store
 * @param keptUntil the end of the time for which the event is kept, or null if it is not kept
 */
public record PublishResult(Outcome outcome, int instances, Instant keptUntil) {

    private static final PublishResult NOBODY = new PublishResult(Outcome.NOBODY, 0, null);

    public PublishResult {
        Objects.requireNonNull(outcome, "outcome is required");
        if (outcome == Outcome.TAKEN != instances > 0 || outcome == Outcome.KEPT && keptUntil == null) {
            throw new IllegalArgumentException(
                    "No result: " + outcome + ", instances=" + instances + ", keptUntil=" + keptUntil);
        }
    }

    /** The result for an event that a number of instances have taken; none took it if the number is 0. */
    public static PublishResult takenBy(int instances) {
        return instances == 0 ? NOBODY : new PublishResult(Outcome.TAKEN, instances, null);
    }

    /** The things that become of an event. */
    public enum Outcome {
        /** The journal of each instance that takes the event has it. */
        TAKEN,
        /** No instance has taken the event yet. It is kept for later listeners. */
        KEPT,
        /** No instance takes the event, and it is not kept. */
        NOBODY
    }
}
