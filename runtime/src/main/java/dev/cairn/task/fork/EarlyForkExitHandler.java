package dev.cairn.task.fork;

import dev.cairn.executor.InstanceState;
import dev.cairn.executor.OperationHandler;
import dev.cairn.program.Operation;

/** {@code then: end} in a branch leaves the {@code fork}: the other branches are given up. */
public final class EarlyForkExitHandler implements OperationHandler {

    private final int target;

    /** Links a way out of a fork. */
    public EarlyForkExitHandler(Operation.ForkLeave operation) {
        this.target = operation.target();
    }

    @Override
    public int run(InstanceState state) {
        return state.leaveBranches(target);
    }
}
