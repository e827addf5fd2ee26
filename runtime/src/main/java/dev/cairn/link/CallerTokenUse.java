package dev.cairn.link;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.jq.tree.Expression;
import dev.cairn.jq.tree.ExpressionChildren;
import dev.cairn.program.Operation;
import dev.cairn.program.Program;

/** Finds programs that pass on the bearer token of their callers. */
public final class CallerTokenUse {

    private static final String AUTHENTICATION = "authentication";
    private static final String CALLER = "caller";

    private CallerTokenUse() {}

    /** True if a call of the program has the authentication of its caller. */
    public static boolean isIn(Program program) {
        return program.operations().stream().anyMatch(operation -> operation instanceof Operation.Call call
                && (call.function() == Operation.Call.HTTP || call.function() == Operation.Call.INTEGRATION)
                && isIn(call.arguments().expression()));
    }

    private static boolean isIn(Expression expression) {
        if (expression instanceof Expression.Literal literal) {
            return literal.value().findValues(AUTHENTICATION).stream().anyMatch(CallerTokenUse::isCaller);
        }
        if (expression instanceof Expression.ObjectTemplate object && object.fields().stream()
                .anyMatch(field -> field.key().equals(AUTHENTICATION) && field.value() instanceof Expression.Literal literal
                        && isCaller(literal.value()))) {
            return true;
        }
        return ExpressionChildren.of(expression).stream().anyMatch(CallerTokenUse::isIn);
    }

    private static boolean isCaller(JsonNode authentication) {
        return authentication.path(CALLER).asBoolean();
    }
}
