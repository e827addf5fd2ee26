package dev.cairn.task.flow;

import dev.cairn.executor.Handler;
import dev.cairn.executor.State;
import dev.cairn.expression.CompiledExpression;
import dev.cairn.program.Operation;
import dev.cairn.value.Values;

/** Goes on elsewhere unless a condition holds. */
public final class UnlessHandler implements Handler {

    private final CompiledExpression condition;
    private final int target;

    /** Links the condition. */
    public UnlessHandler(Operation.Unless operation, CompiledExpression condition) {
        this.condition = condition;
        this.target = operation.target();
    }

    @Override
    public int run(State state) {
        return Values.truthy(condition.evaluate(state, state.value())) ? state.operation() + 1 : target;
    }
}
