package dev.cairn.task.flow;

import dev.cairn.executor.Handler;
import dev.cairn.executor.State;
import dev.cairn.program.Operation;
import dev.cairn.value.Durations;

/** Sets a deadline, counted from the last reading of the clock. */
public final class DeadlineHandler implements Handler {

    private final int register;
    private final LinkedLength length;

    /** Links a deadline. */
    public DeadlineHandler(Operation.SetDeadline operation, LinkedLength length) {
        this.register = operation.register();
        this.length = length;
    }

    @Override
    public int run(State state) {
        state.number(register, Durations.after(state.nowMillis(), length.millis(state)));
        return state.operation() + 1;
    }
}
