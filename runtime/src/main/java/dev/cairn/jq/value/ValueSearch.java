package dev.cairn.jq.value;

import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.ExpressionException;
import dev.cairn.value.CanonicalArithmetic;
import dev.cairn.value.JqValues;
import dev.cairn.value.ValueDepthLimits;

/** Finding values in values. */
public final class ValueSearch {

    private ValueSearch() {}

    static boolean includes(EvaluationHost scope, JsonNode array, JsonNode value) {
        for (int i = 0; i < array.size(); i++) {
            if (JqValues.equal(array.get(i), value, scope)) {
                return true;
            }
        }
        return false;
    }

    /** The positions of a part in a text or an array, or of an element in an array. */
    public static JsonNode indices(EvaluationHost scope, JsonNode value, JsonNode part) {
        if (value.isNull()) {
            return value;
        }
        if (value.isTextual() && part.isTextual()) {
            EvaluationCharges.chargeSize(scope, value);
            return textIndices(scope, value.textValue(), part.textValue());
        }
        if (value.isArray()) {
            return arrayIndices(scope, value, part);
        }
        if (value.isObject() && part.isTextual()) {
            return ValueAccess.field(value, part.textValue());
        }
        throw ValueAccess.cannotIndex(value, part);
    }

    private static JsonNode textIndices(EvaluationHost scope, String text, String part) {
        ArrayNode result = JsonNodeFactory.instance.arrayNode();
        if (part.isEmpty()) {
            return result;
        }
        CodePointCounter points = new CodePointCounter(text);
        new SubstringSearch(text, part).each(at -> {
            scope.charge(1);
            EvaluationCharges.append(scope, result, CanonicalArithmetic.of(points.before(at)));
        });
        return result;
    }

    private static JsonNode arrayIndices(EvaluationHost scope, JsonNode array, JsonNode part) {
        ArrayNode result = JsonNodeFactory.instance.arrayNode();
        if (part.isArray() && part.isEmpty()) {
            return result;
        }
        int length = part.isArray() ? part.size() : 1;
        for (int i = 0; i + length <= array.size(); i++) {
            boolean matches = true;
            for (int j = 0; j < length && matches; j++) {
                scope.charge(1);
                matches = JqValues.equal(array.get(i + j), part.isArray() ? part.get(j) : part, scope);
            }
            if (matches) {
                result.add(CanonicalArithmetic.of(i));
            }
        }
        return result;
    }

    /** True if one value contains another: substrings, elements that contain elements, fields that contain fields. */
    public static boolean contains(EvaluationHost scope, JsonNode value, JsonNode part, int depth) {
        if (depth >= ValueDepthLimits.MAX_DEPTH) {
            throw new ExpressionException("Containment check too deep");
        }
        scope.charge(1);
        if (value.isObject() && part.isObject()) {
            for (Map.Entry<String, JsonNode> field : part.properties()) {
                JsonNode mine = value.get(field.getKey());
                if (mine == null || !comparable(mine, field.getValue())
                        || !contains(scope, mine, field.getValue(), depth + 1)) {
                    return false;
                }
            }
            return true;
        }
        if (value.isArray() && part.isArray()) {
            for (JsonNode wanted : part) {
                if (!anyContains(scope, value, wanted, depth)) {
                    return false;
                }
            }
            return true;
        }
        if (value.isTextual() && part.isTextual()) {
            EvaluationCharges.chargeLooks(scope, value);
            return new SubstringSearch(value.textValue(), part.textValue()).from(0) >= 0;
        }
        return JqValues.equal(value, part, scope);
    }

    private static boolean anyContains(EvaluationHost scope, JsonNode array, JsonNode wanted, int depth) {
        EvaluationCharges.chargeCopies(scope, array.size());
        for (JsonNode element : array) {
            if (comparable(element, wanted) && contains(scope, element, wanted, depth + 1)) {
                return true;
            }
        }
        return false;
    }

    /** Values of one type; true and false are two, as in jq. */
    public static boolean comparable(JsonNode left, JsonNode right) {
        return left.isBoolean() ? left == right : left.getNodeType() == right.getNodeType();
    }
}
