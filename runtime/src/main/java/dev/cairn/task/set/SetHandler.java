package dev.cairn.task.set;

import dev.cairn.executor.InstanceState;
import dev.cairn.executor.OperationHandler;
import dev.cairn.jq.CompiledExpression;

/** {@code set}: the value replaces what flowed in. */
public final class SetHandler implements OperationHandler {

    private final CompiledExpression value;

    /** Links a set. */
    public SetHandler(CompiledExpression value) {
        this.value = value;
    }

    @Override
    public int run(InstanceState state) {
        state.value(value.evaluate(state, state.value()));
        return state.operation() + 1;
    }
}
