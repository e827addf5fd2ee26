package dev.cairn.task.fork;

import dev.cairn.executor.InstanceState;
import dev.cairn.executor.OperationHandler;

/** {@code fork}: begins the branches, each with what flowed in. */
public final class ForkStartHandler implements OperationHandler {

    @Override
    public int run(InstanceState state) {
        return state.beginBranches();
    }
}
