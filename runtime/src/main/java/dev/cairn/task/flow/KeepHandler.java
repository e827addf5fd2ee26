package dev.cairn.task.flow;

import dev.cairn.executor.Handler;
import dev.cairn.executor.State;
import dev.cairn.expression.CompiledExpression;
import dev.cairn.program.Operation;

/** Keeps a value in a register. */
public final class KeepHandler implements Handler {

    private final CompiledExpression value;
    private final int register;

    /** Links the value. */
    public KeepHandler(Operation.Keep operation, CompiledExpression value) {
        this.value = value;
        this.register = operation.register();
    }

    @Override
    public int run(State state) {
        state.register(register, value.evaluate(state, state.value()));
        return state.operation() + 1;
    }
}
