package dev.cairn.task.flow;

import dev.cairn.executor.InstanceState;
import dev.cairn.executor.OperationHandler;
import dev.cairn.program.Operation;
import dev.cairn.value.DslDurationParser;

/** Sets a deadline, counted from the last reading of the clock. */
public final class SetDeadlineHandler implements OperationHandler {

    private final int register;
    private final LinkedDuration length;

    /** Links a deadline. */
    public SetDeadlineHandler(Operation.SetDeadline operation, LinkedDuration length) {
        this.register = operation.register();
        this.length = length;
    }

    @Override
    public int run(InstanceState state) {
        state.number(register, DslDurationParser.after(state.nowMillis(), length.millis(state)));
        return state.operation() + 1;
    }
}
