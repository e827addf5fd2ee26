package dev.cairn.task.flow;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.executor.InstanceState;
import dev.cairn.executor.OperationHandler;
import dev.cairn.jq.CompiledExpression;
import dev.cairn.program.Operation;
import dev.cairn.value.LazySchema;

/**
 * Ends a task: {@code output.as} on the raw output, schema on what it gives, then {@code export.as} on that; what that gives
 * replaces the context (DSL, "Data Flow").
 */
public final class TaskLeaveHandler implements OperationHandler {

    private final CompiledExpression as;
    private final LazySchema schema;
    private final int outputRegister;
    private final CompiledExpression export;
    private final LazySchema exportSchema;

    /** Each of the expressions and schemas may be null. */
    public TaskLeaveHandler(Operation.Leave operation, CompiledExpression as, LazySchema schema, CompiledExpression export,
            LazySchema exportSchema) {
        this.as = as;
        this.schema = schema;
        this.outputRegister = operation.outputRegister();
        this.export = export;
        this.exportSchema = exportSchema;
    }

    @Override
    public int run(InstanceState state) {
        JsonNode raw = state.value();
        JsonNode output = as == null ? raw : as.evaluate(state, raw);
        DataSchemaValidator.check(state, schema, output, "output");
        if (outputRegister >= 0) {
            state.register(outputRegister, output);
        }
        JsonNode context = export == null ? state.context() : export.evaluate(state, output);
        DataSchemaValidator.check(state, exportSchema, context, "exported context");
        state.value(output);
        state.context(context);
        return state.operation() + 1;
    }
}
