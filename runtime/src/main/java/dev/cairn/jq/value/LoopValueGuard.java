package dev.cairn.jq.value;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.jq.EvaluationHost;

/**
 * Checks at intervals the value that a loop changes from turn to turn. A value that contains the previous turn's value keeps
 * those of all turns in memory. It is refused when it is deeper than a result may be, or larger than an evaluation may make.
 */
public final class LoopValueGuard {

    /** The values of this many turns fit into any heap, and jq lets values be 10,000 levels deep while it computes. */
    private static final int FIRST_LOOK = 1 << 15;

    private int iterations;
    private int nextLook = FIRST_LOOK;
    private long lookedAt;

    public LoopValueGuard(EvaluationHost scope) {
        this.lookedAt = scope.charged();
    }

    /**
     * A turn begins with a value. The more turns there were, the more rarely it is looked at, which costs little in all; after
     * turns that copy much it is looked at sooner.
     */
    public void turn(EvaluationHost scope, JsonNode value) {
        iterations++;
        if (iterations < nextLook && scope.charged() - lookedAt < EvaluationCharges.BETWEEN_LOOKS) {
            return;
        }
        if (iterations >= nextLook) {
            nextLook *= 2;
        }
        // Values that the loop drops after this have not counted.
        scope.hold(-EvaluationCharges.holdTree(scope, value, 0));
        lookedAt = scope.charged();
    }
}
