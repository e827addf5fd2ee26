package dev.cairn.compiler.jq;

import java.math.BigInteger;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.jq.tree.Expression;
import dev.cairn.value.CanonicalArithmetic;

/** Constants of expressions. */
final class LiteralFactory {

    private static final Pattern WHOLE = Pattern.compile("\\d+");

    private LiteralFactory() {}

    static Expression text(String value) {
        return new Expression.Literal(TextNode.valueOf(value));
    }

    static Expression number(String digits) {
        JsonNode value = WHOLE.matcher(digits).matches() ? CanonicalArithmetic.of(new BigInteger(digits))
                : CanonicalArithmetic.finite(Double.parseDouble(digits));
        return new Expression.Literal(value);
    }

    static Expression negate(Expression operand) {
        if (operand instanceof Expression.Literal literal && literal.value().isNumber()) {
            return new Expression.Literal(CanonicalArithmetic.negate(literal.value()));
        }
        return new Expression.Negate(operand);
    }
}
