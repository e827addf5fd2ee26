package dev.cairn.jq.value;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.ExpressionException;
import dev.cairn.value.CanonicalArithmetic;
import dev.cairn.value.JqValues;

/** Reading fields, elements and slices. */
public final class ValueAccess {

    private ValueAccess() {}

    /** {@code value.name}. */
    public static JsonNode field(JsonNode value, String name) {
        if (value instanceof ObjectNode) {
            JsonNode result = value.get(name);
            return result == null ? NullNode.instance : result;
        }
        if (value.isNull()) {
            return NullNode.instance;
        }
        throw cannotIndex(value, TextNode.valueOf(name));
    }

    /** {@code value[key]}. */
    public static JsonNode index(EvaluationHost scope, JsonNode value, JsonNode key) {
        if (key.isTextual()) {
            EvaluationCharges.chargeLooks(scope, key);
            return field(value, key.textValue());
        }
        if (key.isNumber() && value.isArray()) {
            return element(value, key);
        }
        if (key.isObject() && (value.isArray() || value.isTextual() || value.isNull())) {
            return value.isNull() ? value : slice(scope, value, sliceBound(key, "start"), sliceBound(key, "end"));
        }
        if (key.isArray() && value.isArray()) {
            return ValueSearch.indices(scope, value, key);
        }
        if (value.isNull() && (key.isNumber() || key.isNull())) {
            return NullNode.instance;
        }
        throw cannotIndex(value, key);
    }

    private static JsonNode element(JsonNode array, JsonNode key) {
        double index = key.doubleValue();
        double position = index < 0 ? Math.ceil(index) : Math.floor(index);
        if (position < 0) {
            position += array.size();
        }
        return position >= 0 && position < array.size() ? array.get((int) position) : NullNode.instance;
    }

    public static ExpressionException cannotIndex(JsonNode value, JsonNode key) {
        String with = key.isTextual() || key.isNumber() ? JqValues.describe(key) : JqValues.typeName(key);
        return new ExpressionException("Cannot index " + JqValues.typeName(value) + " with " + with);
    }

    public static ExpressionException cannotIterate(JsonNode value) {
        return new ExpressionException("Cannot iterate over " + JqValues.describe(value));
    }

    /** {@code value[from:to]}; a null node stands for an end that is left out. */
    public static JsonNode slice(EvaluationHost scope, JsonNode value, JsonNode from, JsonNode to) {
        if (value.isNull()) {
            return value;
        }
        if (value.isArray()) {
            int start = sliceStart(from, value.size());
            int end = sliceEnd(to, value.size(), start);
            EvaluationCharges.chargeCopies(scope, end - start);
            ArrayNode result = JsonNodeFactory.instance.arrayNode(end - start);
            for (int i = start; i < end; i++) {
                result.add(value.get(i));
            }
            return result;
        }
        if (value.isTextual()) {
            EvaluationCharges.chargeLooks(scope, value);
            String text = value.textValue();
            int size = text.codePointCount(0, text.length());
            int start = sliceStart(from, size);
            int end = sliceEnd(to, size, start);
            int first = text.offsetByCodePoints(0, start);
            int last = text.offsetByCodePoints(first, end - start);
            EvaluationCharges.chargeCopies(scope, last - first);
            return TextNode.valueOf(text.substring(first, last));
        }
        throw new ExpressionException("Cannot index " + JqValues.typeName(value) + " with object");
    }

    /** One end of the slice that an object stands for as a key; null in it is an end that is left out. */
    static JsonNode sliceBound(JsonNode key, String name) {
        JsonNode bound = key.get(name);
        if (bound == null) {
            throw noSlice();
        }
        return bound;
    }

    private static ExpressionException noSlice() {
        return new ExpressionException("Array/string slice indices must be integers");
    }

    static int sliceStart(JsonNode from, int size) {
        double start = bound(from, 0);
        if (start < 0) {
            start += size;
        }
        return (int) Math.max(0, Math.min(start, size));
    }

    static int sliceEnd(JsonNode to, int size, int start) {
        double end = bound(to, size);
        if (end < 0) {
            end += size;
        }
        return Math.max(start, (int) Math.ceil(Math.min(end, size)));
    }

    private static double bound(JsonNode bound, int otherwise) {
        if (bound.isNull() || CanonicalArithmetic.isNan(bound)) {
            return otherwise;
        }
        if (!bound.isNumber()) {
            throw noSlice();
        }
        return bound.doubleValue();
    }

    /** The key that stands for a slice in a path. */
    public static JsonNode sliceKey(JsonNode from, JsonNode to) {
        ObjectNode key = JsonNodeFactory.instance.objectNode();
        key.set("start", from);
        key.set("end", to);
        return key;
    }

    /** The position that a number gives in an array of the given size; negative if it lies before the array. */
    static long position(JsonNode key, int size) {
        long position = CanonicalArithmetic.isWhole(key) ? key.longValue() : (long) key.doubleValue();
        return position < 0 ? position + size : position;
    }
}
