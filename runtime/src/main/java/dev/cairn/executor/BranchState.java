package dev.cairn.executor;

import com.fasterxml.jackson.databind.JsonNode;

/** Position of an instance in one of its branches, while the state is in another. */
final class BranchState {

    enum Phase {
        /** It runs, or will when its turn comes or an effect has its outcome. */
        RUNS,
        /** It waits for branches of its own. */
        FORKED,
        /** It has an output. */
        DONE,
        /** It failed, and others of its fork compete on. */
        OUT
    }

    final int number;
    Phase phase = Phase.RUNS;
    /** The operation that it has reached. If the branch wants an effect, the operation that wants it. */
    int operation;
    JsonNode value;
    JsonNode context;
    TransitionResult.Effect wanted;
    int leafStart;
    JsonNode leafInput;
    int failedAt;
    int passedDeadline = -1;
    /** False until its first operation. */
    boolean begun;
    /** It handles an error that its own branches did not: they stand still until the outcome is decided. */
    boolean handles;

    BranchState(int number) {
        this.number = number;
    }
}
