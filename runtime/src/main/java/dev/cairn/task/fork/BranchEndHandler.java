package dev.cairn.task.fork;

import dev.cairn.executor.InstanceState;
import dev.cairn.executor.OperationHandler;

/** Ends a branch of a {@code fork}: the last missing branch, or the first of competing ones, goes on behind the fork. */
public final class BranchEndHandler implements OperationHandler {

    @Override
    public int run(InstanceState state) {
        return state.endBranch();
    }
}
