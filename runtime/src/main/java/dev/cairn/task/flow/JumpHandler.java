package dev.cairn.task.flow;

import dev.cairn.executor.InstanceState;
import dev.cairn.executor.OperationHandler;
import dev.cairn.program.Operation;

/** Goes on elsewhere, and counts it where that is asked for. */
public final class JumpHandler implements OperationHandler {

    private final int target;
    private final int counter;

    /** Links a jump. */
    public JumpHandler(Operation.Jump operation) {
        this.target = operation.target();
        this.counter = operation.counter();
    }

    @Override
    public int run(InstanceState state) {
        if (counter >= 0) {
            state.number(counter, state.number(counter) + 1);
        }
        return target;
    }
}
