package dev.cairn.task.flow;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.executor.InstanceState;
import dev.cairn.executor.OperationHandler;
import dev.cairn.jq.CompiledExpression;
import dev.cairn.value.LazySchema;

/** Ends the workflow: {@code output.as}, then the schema of the output. */
public final class WorkflowFinishHandler implements OperationHandler {

    private final CompiledExpression as;
    private final LazySchema schema;

    /** Either may be null. */
    public WorkflowFinishHandler(CompiledExpression as, LazySchema schema) {
        this.as = as;
        this.schema = schema;
    }

    @Override
    public int run(InstanceState state) {
        if (state.finished()) {
            // It was suspended before its end was written.
            return ENDS;
        }
        JsonNode output = as == null ? state.value() : as.evaluate(state, state.value());
        state.checkSize(output);
        DataSchemaValidator.check(state, schema, output, "output");
        state.value(output);
        state.finish();
        return ENDS;
    }
}
