package dev.cairn.jq.value;

import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.NumericNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.ExpressionException;
import dev.cairn.jq.tree.BinaryOperator;
import dev.cairn.value.CanonicalArithmetic;
import dev.cairn.value.CompactFieldMap;
import dev.cairn.value.JqValues;
import dev.cairn.value.ValueDepthLimits;

/** Results of the operators for two values. */
public final class ValueOperators {

    /** The function of an operator. */
    @FunctionalInterface
    public interface Operation {
        JsonNode apply(EvaluationHost scope, JsonNode left, JsonNode right);
    }

    private ValueOperators() {}

    public static Operation of(BinaryOperator operator) {
        return switch (operator) {
            case ADD -> ValueOperators::add;
            case SUBTRACT -> ValueOperators::subtract;
            case MULTIPLY -> ValueOperators::multiply;
            case DIVIDE -> ValueOperators::divide;
            case REMAINDER -> (scope, left, right) -> remainder(left, right);
            case EQUAL -> (scope, left, right) -> BooleanNode.valueOf(JqValues.equal(left, right, scope));
            case NOT_EQUAL -> (scope, left, right) -> BooleanNode.valueOf(!JqValues.equal(left, right, scope));
            case LESS -> (scope, left, right) -> BooleanNode.valueOf(less(scope, left, right));
            case LESS_OR_EQUAL -> (scope, left, right) -> BooleanNode.valueOf(JqValues.compare(left, right, scope) <= 0);
            case GREATER -> (scope, left, right) -> BooleanNode.valueOf(JqValues.compare(left, right, scope) > 0);
            case GREATER_OR_EQUAL -> (scope, left, right) -> BooleanNode.valueOf(!less(scope, left, right));
        };
    }

    /** As jq has it, not-a-number is less than any number, itself included. */
    private static boolean less(EvaluationHost scope, JsonNode left, JsonNode right) {
        return JqValues.compare(left, right, scope) < 0
                || CanonicalArithmetic.isNan(left) && CanonicalArithmetic.isNan(right);
    }

    public static JsonNode add(EvaluationHost scope, JsonNode left, JsonNode right) {
        // By class and not by isNumber() and the like: one comparison instead of a call that may lead anywhere.
        if (left instanceof NumericNode && right instanceof NumericNode) {
            return CanonicalArithmetic.add(left, right);
        }
        if (left instanceof TextNode && right instanceof TextNode) {
            EvaluationCharges.chargeText(scope, (long) left.textValue().length() + right.textValue().length());
            return TextNode.valueOf(left.textValue().concat(right.textValue()));
        }
        if (left instanceof ObjectNode && right instanceof ObjectNode) {
            EvaluationCharges.chargeCopies(scope, left.size() + right.size());
            EvaluationCharges.chargeKeys(scope, right);
            return new ObjectNode(JsonNodeFactory.instance, CompactFieldMap.merged(left, right));
        }
        if (left instanceof ArrayNode && right instanceof ArrayNode) {
            EvaluationCharges.checkElements((double) left.size() + right.size());
            EvaluationCharges.chargeCopies(scope, left.size() + right.size());
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

    public static JsonNode subtract(EvaluationHost scope, JsonNode left, JsonNode right) {
        if (left.isNumber() && right.isNumber()) {
            return CanonicalArithmetic.subtract(left, right);
        }
        if (left.isArray() && right.isArray()) {
            ArrayNode result = JsonNodeFactory.instance.arrayNode();
            for (JsonNode element : left) {
                scope.charge(1 + right.size() / 8);
                if (!ValueSearch.includes(scope, right, element)) {
                    result.add(element);
                }
            }
            return result;
        }
        throw failure(left, right, "cannot be subtracted");
    }

    static JsonNode multiply(EvaluationHost scope, JsonNode left, JsonNode right) {
        if (left.isNumber() && right.isNumber()) {
            return CanonicalArithmetic.multiply(left, right);
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

    private static JsonNode repeat(EvaluationHost scope, JsonNode text, double count) {
        if (!(count >= 0)) {
            return NullNode.instance;
        }
        String unit = text.textValue();
        double times = Math.floor(count);
        if (unit.length() * times > EvaluationCharges.MAX_TEXT) {
            throw new ExpressionException("Repeat string result too long");
        }
        EvaluationCharges.chargeCopies(scope, (long) (unit.length() * times));
        return TextNode.valueOf(unit.isEmpty() ? unit : unit.repeat((int) times));
    }

    private static JsonNode merge(EvaluationHost scope, JsonNode left, JsonNode right, int depth) {
        if (depth >= ValueDepthLimits.MAX_DEPTH) {
            throw new ExpressionException("Object merge too deep");
        }
        scope.charge(1);
        EvaluationCharges.chargeCopies(scope, left.size() + right.size());
        EvaluationCharges.chargeKeys(scope, right);
        scope.hold(EvaluationCharges.bytes(right));
        Map<String, JsonNode> fields = CompactFieldMap.copyOf(left, right.size());
        for (Map.Entry<String, JsonNode> field : right.properties()) {
            JsonNode mine = fields.get(field.getKey());
            JsonNode other = field.getValue();
            boolean both = mine instanceof ObjectNode && other instanceof ObjectNode;
            fields.put(field.getKey(), both ? merge(scope, mine, other, depth + 1) : other);
        }
        return new ObjectNode(JsonNodeFactory.instance, fields);
    }

    static JsonNode divide(EvaluationHost scope, JsonNode left, JsonNode right) {
        if (left.isNumber() && right.isNumber()) {
            if (CanonicalArithmetic.isZero(right)) {
                throw failure(left, right, "cannot be divided because the divisor is zero");
            }
            return CanonicalArithmetic.divide(left, right);
        }
        if (left.isTextual() && right.isTextual()) {
            return split(scope, left.textValue(), right.textValue());
        }
        throw failure(left, right, "cannot be divided");
    }

    private static JsonNode remainder(JsonNode left, JsonNode right) {
        if (!left.isNumber() || !right.isNumber()) {
            throw failure(left, right, "cannot be divided (remainder)");
        }
        JsonNode result = CanonicalArithmetic.remainder(left, right);
        if (result == null) {
            throw failure(left, right, "cannot be divided (remainder) because the divisor is zero");
        }
        return result;
    }

    public static JsonNode negate(JsonNode value) {
        if (!value.isNumber()) {
            throw new ExpressionException(JqValues.describe(value) + " cannot be negated");
        }
        return CanonicalArithmetic.negate(value);
    }

    private static ExpressionException failure(JsonNode left, JsonNode right, String what) {
        return new ExpressionException(JqValues.describe(left) + " and " + JqValues.describe(right) + " " + what);
    }

    /** The parts between separators; the characters where the separator is empty. */
    public static JsonNode split(EvaluationHost scope, String text, String separator) {
        ArrayNode parts = JsonNodeFactory.instance.arrayNode();
        EvaluationCharges.chargeCopies(scope, text.length());
        if (text.isEmpty()) {
            return parts;
        }
        if (separator.isEmpty()) {
            for (int i = 0; i < text.length();) {
                int next = text.offsetByCodePoints(i, 1);
                scope.charge(1);
                EvaluationCharges.append(scope, parts, TextNode.valueOf(text.substring(i, next)));
                i = next;
            }
            return parts;
        }
        int from = 0;
        SubstringSearch search = new SubstringSearch(text, separator);
        for (int at = search.from(0); at >= 0; at = search.from(from)) {
            scope.charge(1);
            EvaluationCharges.append(scope, parts, TextNode.valueOf(text.substring(from, at)));
            from = at + separator.length();
        }
        return parts.add(TextNode.valueOf(text.substring(from)));
    }
}
