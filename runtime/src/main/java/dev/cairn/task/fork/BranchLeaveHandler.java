package dev.cairn.task.fork;

import dev.cairn.executor.Handler;
import dev.cairn.executor.State;
import dev.cairn.program.Operation;

/** {@code then: end} in a branch of a {@code fork}: the other branches are given up. */
public final class BranchLeaveHandler implements Handler {

    private final int target;

    /** Links a way out of a fork. */
    public BranchLeaveHandler(Operation.BranchLeave operation) {
        this.target = operation.target();
    }

    @Override
    public int run(State state) {
        return state.leaveBranches(target);
    }
}
