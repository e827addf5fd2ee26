package dev.cairn.compiler.jq;

import java.math.BigInteger;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.expression.Expression;
import dev.cairn.value.Numbers;

/** Constants of expressions. */
final class Literals {

    private static final Pattern WHOLE = Pattern.compile("\\d+");

    private Literals() {}

    static Expression text(String value) {
        return new Expression.Literal(TextNode.valueOf(value));
    }

    static Expression number(String digits) {
        JsonNode value = WHOLE.matcher(digits).matches() ? Numbers.of(new BigInteger(digits))
                : Numbers.finite(Double.parseDouble(digits));
        return new Expression.Literal(value);
    }

    static Expression negate(Expression operand) {
        if (operand instanceof Expression.Literal literal && literal.value().isNumber()) {
            return new Expression.Literal(Numbers.negate(literal.value()));
        }
        return new Expression.Negate(operand);
    }
}
