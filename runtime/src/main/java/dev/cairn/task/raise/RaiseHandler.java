package dev.cairn.task.raise;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.executor.ErrorSignal;
import dev.cairn.executor.ErrorTexts;
import dev.cairn.executor.Handler;
import dev.cairn.executor.State;
import dev.cairn.expression.CompiledExpression;
import dev.cairn.value.Values;

/** {@code raise}: an error whose parts may be computed. */
public final class RaiseHandler implements Handler {

    private final CompiledExpression error;

    /** Links a raise; the expression gives an object with the parts of an error. */
    public RaiseHandler(CompiledExpression error) {
        this.error = error;
    }

    @Override
    public int run(State state) {
        JsonNode parts = error.evaluate(state, state.value());
        state.checkSize(parts);
        JsonNode type = parts.path("type");
        JsonNode status = parts.path("status");
        if (!type.isTextual() || !status.isIntegralNumber()) {
            throw ErrorSignal.of(Standard.EXPRESSION, "Expression failed", "An error to raise has a type that is a string and a"
                    + " status that is an integer, not " + Values.typeName(type) + " and " + Values.typeName(status));
        }
        throw new ErrorSignal(
                new WorkflowError(type.textValue(), status.intValue(), text(state, parts, "title"),
                        text(state, parts, "detail"), text(state, parts, "instance")));
    }

    private static String text(State state, JsonNode parts, String name) {
        JsonNode part = parts.path(name);
        if (part.isMissingNode() || part.isNull()) {
            return null;
        }
        return part.isTextual() ? part.textValue() : Values.toText(part, ErrorTexts.MAX_CHARS, state);
    }
}
