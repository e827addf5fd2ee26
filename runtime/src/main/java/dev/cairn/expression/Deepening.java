package dev.cairn.expression;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Looks now and then at the value that a loop changes from turn to turn. One that has the value of the turn before inside keeps
 * those of all turns in memory; it is refused when it is deeper than a result may be.
 */
final class Deepening {

    /** What so few turns keep fits into any heap, and jq lets values be 10,000 levels deep while it computes. */
    private static final int FIRST_LOOK = 1 << 15;

    private int turns;
    private int nextLook = FIRST_LOOK;

    /** A turn begins with a value. The more turns there were, the more rarely it is looked at, which costs little in all. */
    void turn(Scope scope, JsonNode value) {
        turns++;
        if (turns == nextLook) {
            nextLook *= 2;
            Work.checkDepth(scope, value, 0);
        }
    }
}
