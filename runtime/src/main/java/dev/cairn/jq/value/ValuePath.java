package dev.cairn.jq.value;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.ExpressionException;
import dev.cairn.value.CanonicalArithmetic;
import dev.cairn.value.JqValues;
import dev.cairn.value.ValueDepthLimits;

/** Position of a value below the input of a path expression: keys, indexes and slices, linked from the last one. */
public final class ValuePath {

    /** The input itself. */
    public static final ValuePath ROOT = new ValuePath(null, null, 0);

    /** A value that was computed, and so stands nowhere. It can be passed on, but nothing can be reached through it. */
    public static final ValuePath LOST = new ValuePath(null, null, 0);

    private final ValuePath parent;
    private final JsonNode key;
    private final int length;

    private ValuePath(ValuePath parent, JsonNode key, int length) {
        this.parent = parent;
        this.key = key;
        this.length = length;
    }

    /** The path of a computed value: lost, if paths are wanted. */
    public static ValuePath ofComputed(ValuePath path) {
        return path == null ? null : LOST;
    }

    /** One level further; null if paths are not wanted. */
    public static ValuePath field(ValuePath path, JsonNode value, String name) {
        return path == null ? null : index(path, value, TextNode.valueOf(name));
    }

    /** One level further; null if paths are not wanted. */
    public static ValuePath index(ValuePath path, JsonNode value, JsonNode key) {
        if (path == null) {
            return null;
        }
        if (path == LOST) {
            throw new ExpressionException("Invalid path expression near attempt to access element "
                    + JqValues.shortForm(key) + " of " + JqValues.shortForm(value));
        }
        return path.child(key);
    }

    /** Checks that elements can be reached; each of them is then a {@link #child}. */
    public static void iterate(ValuePath path, JsonNode value) {
        if (path == LOST) {
            throw new ExpressionException(
                    "Invalid path expression near attempt to iterate through " + JqValues.shortForm(value));
        }
    }

    private ValuePath child(JsonNode key) {
        if (length >= ValueDepthLimits.MAX_DEPTH) {
            throw new ExpressionException("Path too deep");
        }
        return new ValuePath(this, key, length + 1);
    }

    public ValuePath child(int index) {
        return child(CanonicalArithmetic.of(index));
    }

    /** The path as an array of keys. */
    public static JsonNode toValue(EvaluationHost scope, ValuePath path, JsonNode value) {
        if (path == LOST) {
            throw new ExpressionException("Invalid path expression with result " + JqValues.shortForm(value));
        }
        EvaluationCharges.chargeCopies(scope, path.length);
        JsonNode[] keys = new JsonNode[path.length];
        for (ValuePath step = path; step.length > 0; step = step.parent) {
            keys[step.length - 1] = step.key;
        }
        ArrayNode array = JsonNodeFactory.instance.arrayNode(keys.length);
        for (JsonNode key : keys) {
            array.add(key);
        }
        return array;
    }

    /** The path that continues this one by the keys of an array. */
    public static ValuePath append(ValuePath path, JsonNode value, JsonNode keys) {
        ValuePath result = path;
        for (int i = 0; i < keys.size() && result != null; i++) {
            result = index(result, value, keys.get(i));
        }
        return result;
    }
}
