package dev.cairn.task.set;

import dev.cairn.executor.Handler;
import dev.cairn.executor.State;
import dev.cairn.expression.CompiledExpression;

/** {@code set}: the value replaces what flowed in. */
public final class SetHandler implements Handler {

    private final CompiledExpression value;

    /** Links a set. */
    public SetHandler(CompiledExpression value) {
        this.value = value;
    }

    @Override
    public int run(State state) {
        state.value(value.evaluate(state, state.value()));
        return state.operation() + 1;
    }
}
