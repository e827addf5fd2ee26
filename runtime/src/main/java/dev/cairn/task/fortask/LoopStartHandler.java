package dev.cairn.task.fortask;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.executor.ErrorSignal;
import dev.cairn.executor.InstanceState;
import dev.cairn.executor.OperationHandler;
import dev.cairn.jq.CompiledExpression;
import dev.cairn.program.Operation;
import dev.cairn.value.JqValues;

/** {@code for}: evaluates the items, once. */
public final class LoopStartHandler implements OperationHandler {

    private final CompiledExpression items;
    private final int itemsRegister;
    private final int index;

    /** Links the beginning of a loop. */
    public LoopStartHandler(Operation.LoopStart operation, CompiledExpression items) {
        this.items = items;
        this.itemsRegister = operation.itemsRegister();
        this.index = operation.index();
    }

    @Override
    public int run(InstanceState state) {
        JsonNode array = items.evaluate(state, state.value());
        if (!array.isArray()) {
            throw ErrorSignal.of(Standard.EXPRESSION, "Expression failed",
                    "for.in must give an array, not " + JqValues.typeName(array));
        }
        state.register(itemsRegister, array);
        state.number(index, 0);
        return state.operation() + 1;
    }
}
