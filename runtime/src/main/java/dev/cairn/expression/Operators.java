package dev.cairn.expression;

import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.NumericNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.value.CompactFields;
import dev.cairn.value.Numbers;
import dev.cairn.value.ValueLimits;
import dev.cairn.value.Values;

/** Results of the operators for two values. */
final class Operators {

    /** The function of an operator. */
    @FunctionalInterface
    interface Operation {
        JsonNode apply(Scope scope, JsonNode left, JsonNode right);
    }

    private Operators() {}

    static Operation of(BinaryOperator operator) {
        return switch (operator) {
            case ADD -> Operators::add;
            case SUBTRACT -> Operators::subtract;
            case MULTIPLY -> Operators::multiply;
            case DIVIDE -> Operators::divide;
            case REMAINDER -> (scope, left, right) -> remainder(left, right);
            case EQUAL -> (scope, left, right) -> BooleanNode.valueOf(Values.equal(left, right, scope));
            case NOT_EQUAL -> (scope, left, right) -> BooleanNode.valueOf(!Values.equal(left, right, scope));
            case LESS -> (scope, left, right) -> BooleanNode.valueOf(less(scope, left, right));
            case LESS_OR_EQUAL -> (scope, left, right) -> BooleanNode.valueOf(Values.compare(left, right, scope) <= 0);
            case GREATER -> (scope, left, right) -> BooleanNode.valueOf(Values.compare(left, right, scope) > 0);
            case GREATER_OR_EQUAL -> (scope, left, right) -> BooleanNode.valueOf(!less(scope, left, right));
        };
    }

    /** As jq has it, not-a-number is less than any number, itself included. */
    private static boolean less(Scope scope, JsonNode left, JsonNode right) {
        return Values.compare(left, right, scope) < 0 || Numbers.isNan(left) && Numbers.isNan(right);
    }

    static JsonNode add(Scope scope, JsonNode left, JsonNode right) {
        // By class and not by isNumber() and the like: one comparison instead of a call that may lead anywhere.
        if (left instanceof NumericNode && right instanceof NumericNode) {
            return Numbers.add(left, right);
        }
        if (left instanceof TextNode && right instanceof TextNode) {
            Work.chargeText(scope, (long) left.textValue().length() + right.textValue().length());
            return TextNode.valueOf(left.textValue().concat(right.textValue()));
        }
        if (left instanceof ObjectNode && right instanceof ObjectNode) {
            Work.chargeCopies(scope, left.size() + right.size());
            Work.chargeKeys(scope, right);
            return new ObjectNode(JsonNodeFactory.instance, CompactFields.merged(left, right));
        }
        if (left instanceof ArrayNode && right instanceof ArrayNode) {
            Work.checkElements((double) left.size() + right.size());
            Work.chargeCopies(scope, left.size() + right.size());
            ArrayNode result = JsonNodeFactory.instance.arrayNode(left.size() + right.size());
            return result.addAll((ArrayNode) left).addAll((ArrayNode) right);
        }
        if (left.isNull()) {
            return right;
        }
        if (right.isNull()) {
            return left;
        }
        throw failure(left, right, "cannot be added");
    }

    static JsonNode subtract(Scope scope, JsonNode left, JsonNode right) {
        if (left.isNumber() && right.isNumber()) {
            return Numbers.subtract(left, right);
        }
        if (left.isArray() && right.isArray()) {
            ArrayNode result = JsonNodeFactory.instance.arrayNode();
            for (JsonNode element : left) {
                scope.charge(1 + right.size() / 8);
                if (!Searching.includes(scope, right, element)) {
                    result.add(element);
                }
            }
            return result;
        }
        throw failure(left, right, "cannot be subtracted");
    }

    static JsonNode multiply(Scope scope, JsonNode left, JsonNode right) {
        if (left.isNumber() && right.isNumber()) {
            return Numbers.multiply(left, right);
        }
        if (left.isTextual() && right.isNumber()) {
            return repeat(scope, left, right.doubleValue());
        }
        if (left.isNumber() && right.isTextual()) {
            return repeat(scope, right, left.doubleValue());
        }
        if (left.isObject() && right.isObject()) {
            return merge(scope, left, right, 0);
        }
        throw failure(left, right, "cannot be multiplied");
    }

    private static JsonNode repeat(Scope scope, JsonNode text, double count) {
        if (!(count >= 0)) {
            return NullNode.instance;
        }
        String unit = text.textValue();
        double times = Math.floor(count);
        if (unit.length() * times > Work.MAX_TEXT) {
            throw new ExpressionException("Repeat string result too long");
        }
        Work.chargeCopies(scope, (long) (unit.length() * times));
        return TextNode.valueOf(unit.isEmpty() ? unit : unit.repeat((int) times));
    }

    private static JsonNode merge(Scope scope, JsonNode left, JsonNode right, int depth) {
        if (depth >= ValueLimits.MAX_DEPTH) {
            throw new ExpressionException("Object merge too deep");
        }
        scope.charge(1);
        Work.chargeCopies(scope, left.size() + right.size());
        Work.chargeKeys(scope, right);
        scope.hold(Work.bytes(right));
        Map<String, JsonNode> fields = CompactFields.copyOf(left, right.size());
        for (Map.Entry<String, JsonNode> field : right.properties()) {
            JsonNode mine = fields.get(field.getKey());
            JsonNode other = field.getValue();
            boolean both = mine instanceof ObjectNode && other instanceof ObjectNode;
            fields.put(field.getKey(), both ? merge(scope, mine, other, depth + 1) : other);
        }
        return new ObjectNode(JsonNodeFactory.instance, fields);
    }

    static JsonNode divide(Scope scope, JsonNode left, JsonNode right) {
        if (left.isNumber() && right.isNumber()) {
            if (Numbers.isZero(right)) {
                throw failure(left, right, "cannot be divided because the divisor is zero");
            }
            return Numbers.divide(left, right);
        }
        if (left.isTextual() && right.isTextual()) {
            return Texts.split(scope, left.textValue(), right.textValue());
        }
        throw failure(left, right, "cannot be divided");
    }

    private static JsonNode remainder(JsonNode left, JsonNode right) {
        if (!left.isNumber() || !right.isNumber()) {
            throw failure(left, right, "cannot be divided (remainder)");
        }
        JsonNode result = Numbers.remainder(left, right);
        if (result == null) {
            throw failure(left, right, "cannot be divided (remainder) because the divisor is zero");
        }
        return result;
    }

    static JsonNode negate(JsonNode value) {
        if (!value.isNumber()) {
            throw new ExpressionException(Values.describe(value) + " cannot be negated");
        }
        return Numbers.negate(value);
    }

    private static ExpressionException failure(JsonNode left, JsonNode right, String what) {
        return new ExpressionException(Values.describe(left) + " and " + Values.describe(right) + " " + what);
    }
}
