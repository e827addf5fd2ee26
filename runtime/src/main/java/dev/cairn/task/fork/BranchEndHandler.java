package dev.cairn.task.fork;

import dev.cairn.executor.Handler;
import dev.cairn.executor.State;

/** Ends a branch of a {@code fork}: the last missing branch, or the first of competing ones, goes on behind the fork. */
public final class BranchEndHandler implements Handler {

    @Override
    public int run(State state) {
        return state.endBranch();
    }
}
