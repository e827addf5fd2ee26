package dev.cairn.task.flow;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.executor.InstanceState;
import dev.cairn.executor.OperationHandler;
import dev.cairn.jq.CompiledExpression;
import dev.cairn.program.Operation;
import dev.cairn.value.JqValues;
import dev.cairn.value.LazySchema;

/** Begins a task: condition, then schema on the raw input, then {@code input.from} (DSL, "Data Flow"). */
public final class TaskEnterHandler implements OperationHandler {

    private final CompiledExpression condition;
    private final int skipTo;
    private final int rawRegister;
    private final LazySchema schema;
    private final CompiledExpression from;
    private final int inputRegister;

    /** Condition, schema and {@code from} may be null. */
    public TaskEnterHandler(Operation.Enter operation, CompiledExpression condition, LazySchema schema,
            CompiledExpression from) {
        this.condition = condition;
        this.skipTo = operation.skipTo();
        this.rawRegister = operation.rawRegister();
        this.schema = schema;
        this.from = from;
        this.inputRegister = operation.inputRegister();
    }

    @Override
    public int run(InstanceState state) {
        JsonNode raw = state.value();
        if (condition != null && !JqValues.truthy(condition.evaluate(state, raw))) {
            return skipTo;
        }
        DataSchemaValidator.check(state, schema, raw, "input");
        if (rawRegister >= 0) {
            state.register(rawRegister, raw);
        }
        JsonNode input = from == null ? raw : from.evaluate(state, raw);
        if (inputRegister >= 0) {
            state.register(inputRegister, input);
        }
        state.value(input);
        return state.operation() + 1;
    }
}
