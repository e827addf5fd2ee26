package dev.cairn.task.flow;

import dev.cairn.executor.Handler;
import dev.cairn.executor.State;
import dev.cairn.program.Operation;

/** Goes on elsewhere, and counts it where that is asked for. */
public final class JumpHandler implements Handler {

    private final int target;
    private final int counter;

    /** Links a jump. */
    public JumpHandler(Operation.Jump operation) {
        this.target = operation.target();
        this.counter = operation.counter();
    }

    @Override
    public int run(State state) {
        if (counter >= 0) {
            state.number(counter, state.number(counter) + 1);
        }
        return target;
    }
}
