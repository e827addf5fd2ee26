package dev.cairn.task.trytask;

import dev.cairn.executor.InstanceState;
import dev.cairn.executor.OperationHandler;
import dev.cairn.program.Operation;

/**
 * Begins a {@code try} task: keeps its input, so that every attempt begins with it, and sets the number of attempts to
 * 0.
 */
public final class TryStartHandler implements OperationHandler {

    private final int inputRegister;
    private final int attempts;

    /** Links the beginning of a try. */
    public TryStartHandler(Operation.TryStart operation) {
        this.inputRegister = operation.inputRegister();
        this.attempts = operation.attempts();
    }

    @Override
    public int run(InstanceState state) {
        state.register(inputRegister, state.value());
        state.number(attempts, 0);
        return state.operation() + 1;
    }
}
