package dev.cairn.task.flow;

import dev.cairn.executor.InstanceState;
import dev.cairn.executor.OperationHandler;
import dev.cairn.jq.CompiledExpression;
import dev.cairn.program.Operation;
import dev.cairn.value.JqValues;

/** Goes on elsewhere unless a condition holds. */
public final class JumpUnlessHandler implements OperationHandler {

    private final CompiledExpression condition;
    private final int target;

    /** Links the condition. */
    public JumpUnlessHandler(Operation.Unless operation, CompiledExpression condition) {
        this.condition = condition;
        this.target = operation.target();
    }

    @Override
    public int run(InstanceState state) {
        return JqValues.truthy(condition.evaluate(state, state.value())) ? state.operation() + 1 : target;
    }
}
