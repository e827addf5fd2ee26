package dev.cairn.task.switchtask;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.executor.InstanceState;
import dev.cairn.executor.OperationHandler;
import dev.cairn.jq.CompiledExpression;
import dev.cairn.program.Operation;
import dev.cairn.value.JqValues;

/** {@code switch}: the first condition that holds, in the order they were written, decides where to go on. */
public final class SwitchHandler implements OperationHandler {

    private final CompiledExpression[] conditions;
    private final int[] targets;
    private final int otherwise;

    /** Links a switch. */
    public SwitchHandler(Operation.Choose operation, List<CompiledExpression> conditions) {
        this.conditions = conditions.toArray(new CompiledExpression[0]);
        this.targets = operation.targets().stream().mapToInt(Integer::intValue).toArray();
        this.otherwise = operation.otherwise();
    }

    @Override
    public int run(InstanceState state) {
        JsonNode value = state.value();
        for (int i = 0; i < conditions.length; i++) {
            if (JqValues.truthy(conditions[i].evaluate(state, value))) {
                return targets[i];
            }
        }
        return otherwise;
    }
}
