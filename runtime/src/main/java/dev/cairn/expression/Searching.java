package dev.cairn.expression;

import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;

import dev.cairn.value.Numbers;
import dev.cairn.value.Values;

/** Finding values in values. */
final class Searching {

    private Searching() {}

    static boolean includes(JsonNode array, JsonNode value) {
        for (int i = 0; i < array.size(); i++) {
            if (Values.equal(array.get(i), value)) {
                return true;
            }
        }
        return false;
    }

    /** The positions of a part in a text or an array, or of an element in an array. */
    static JsonNode indices(JsonNode value, JsonNode part) {
        if (value.isNull()) {
            return value;
        }
        if (value.isTextual() && part.isTextual()) {
            return textIndices(value.textValue(), part.textValue());
        }
        if (value.isArray()) {
            return arrayIndices(value, part);
        }
        throw Access.cannotIndex(value, part);
    }

    private static JsonNode textIndices(String text, String part) {
        ArrayNode result = JsonNodeFactory.instance.arrayNode();
        if (part.isEmpty()) {
            return NullNode.instance;
        }
        int position = 0;
        int counted = 0;
        for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
            position += text.codePointCount(counted, at);
            counted = at;
            result.add(Numbers.of(position));
        }
        return result;
    }

    private static JsonNode arrayIndices(JsonNode array, JsonNode part) {
        ArrayNode result = JsonNodeFactory.instance.arrayNode();
        if (part.isArray() && part.isEmpty()) {
            return NullNode.instance;
        }
        int length = part.isArray() ? part.size() : 1;
        for (int i = 0; i + length <= array.size(); i++) {
            boolean matches = true;
            for (int j = 0; j < length && matches; j++) {
                matches = Values.equal(array.get(i + j), part.isArray() ? part.get(j) : part);
            }
            if (matches) {
                result.add(Numbers.of(i));
            }
        }
        return result;
    }

    /** Whether one value contains another: substrings, elements that contain elements, fields that contain fields. */
    static boolean contains(Scope scope, JsonNode value, JsonNode part, int depth) {
        if (depth >= Values.MAX_DEPTH) {
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
            return value.textValue().contains(part.textValue());
        }
        return Values.equal(value, part);
    }

    private static boolean anyContains(Scope scope, JsonNode array, JsonNode wanted, int depth) {
        for (JsonNode element : array) {
            if (comparable(element, wanted) && contains(scope, element, wanted, depth + 1)) {
                return true;
            }
        }
        return false;
    }

    static boolean comparable(JsonNode left, JsonNode right) {
        return left.getNodeType() == right.getNodeType();
    }
}
