package dev.cairn.task.fork;

import dev.cairn.executor.Handler;
import dev.cairn.executor.State;

/** {@code fork}: begins the branches, each with what flowed in. */
public final class ForkHandler implements Handler {

    @Override
    public int run(State state) {
        return state.beginBranches();
    }
}
