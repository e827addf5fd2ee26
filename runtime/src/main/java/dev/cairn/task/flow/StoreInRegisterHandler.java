package dev.cairn.task.flow;

import dev.cairn.executor.InstanceState;
import dev.cairn.executor.OperationHandler;
import dev.cairn.jq.CompiledExpression;
import dev.cairn.program.Operation;

/** Keeps a value in a register. */
public final class StoreInRegisterHandler implements OperationHandler {

    private final CompiledExpression value;
    private final int register;

    /** Links the value. */
    public StoreInRegisterHandler(Operation.Keep operation, CompiledExpression value) {
        this.value = value;
        this.register = operation.register();
    }

    @Override
    public int run(InstanceState state) {
        state.register(register, value.evaluate(state, state.value()));
        return state.operation() + 1;
    }
}
