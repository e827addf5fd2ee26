package dev.cairn.task.raise;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.executor.ErrorSignal;
import dev.cairn.executor.ErrorTextLimiter;
import dev.cairn.executor.InstanceState;
import dev.cairn.executor.OperationHandler;
import dev.cairn.jq.CompiledExpression;
import dev.cairn.value.JqValues;

/** {@code raise}: an error whose parts may be computed. */
public final class RaiseHandler implements OperationHandler {

    private final CompiledExpression error;

    /** Links a raise; the expression gives an object with the parts of an error. */
    public RaiseHandler(CompiledExpression error) {
        this.error = error;
    }

    @Override
    public int run(InstanceState state) {
        JsonNode parts = error.evaluate(state, state.value());
        state.checkSize(parts);
        JsonNode type = parts.path("type");
        JsonNode status = parts.path("status");
        if (!type.isTextual() || !status.isIntegralNumber()) {
            throw ErrorSignal.of(Standard.EXPRESSION, "Expression failed", "An error to raise has a type that is a string and a"
                    + " status that is an integer, not " + JqValues.typeName(type) + " and "
                    + JqValues.typeName(status));
        }
        throw new ErrorSignal(
                new WorkflowError(type.textValue(), status.intValue(), text(state, parts, "title"),
                        text(state, parts, "detail"), text(state, parts, "instance")));
    }

    private static String text(InstanceState state, JsonNode parts, String name) {
        JsonNode part = parts.path(name);
        if (part.isMissingNode() || part.isNull()) {
            return null;
        }
        return part.isTextual() ? part.textValue() : JqValues.toText(part, ErrorTextLimiter.MAX_CHARS, state);
    }
}
