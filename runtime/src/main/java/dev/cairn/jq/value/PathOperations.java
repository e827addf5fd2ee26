package dev.cairn.jq.value;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.ExpressionException;
import dev.cairn.value.CanonicalArithmetic;
import dev.cairn.value.JqValues;

/** Reads and deletes at paths, which are arrays of keys; {@link PathEditor} sets. */
public final class PathOperations {

    /** Keys that a path may have. A value is never so deep, but what is missing can be asked for as far down as in jq. */
    private static final int MAX_LENGTH = 10_000;

    private PathOperations() {}

    public static JsonNode get(EvaluationHost scope, JsonNode value, JsonNode path) {
        check(path);
        EvaluationCharges.chargeCopies(scope, path.size());
        JsonNode current = value;
        for (int i = 0; i < path.size() && !current.isNull(); i++) {
            current = ValueAccess.index(scope, current, path.get(i));
        }
        return current;
    }

    static void check(JsonNode path) {
        if (!path.isArray()) {
            throw new ExpressionException("Path must be specified as an array");
        }
        if (path.size() > MAX_LENGTH) {
            throw new ExpressionException("Path too deep");
        }
    }

    /** The value without what stands at the paths; all of them are meant as they are before anything is deleted. */
    public static JsonNode delete(EvaluationHost scope, JsonNode value, JsonNode paths) {
        if (!paths.isArray()) {
            throw new ExpressionException("Paths must be specified as an array");
        }
        EvaluationCharges.chargeSize(scope, paths);
        List<JsonNode> sorted = new ArrayList<>(paths.size());
        for (JsonNode path : paths) {
            check(path);
            sorted.add(path);
        }
        if (sorted.isEmpty()) {
            return value;
        }
        sorted.sort((left, right) -> JqValues.compare(left, right, scope));
        return sorted.get(0).isEmpty() ? NullNode.instance : delete(scope, value, sorted, 0);
    }

    /** @param paths sorted, all longer than {@code depth}, and alike in the keys before it */
    private static JsonNode delete(EvaluationHost scope, JsonNode value, List<JsonNode> paths, int depth) {
        JsonNode result = value;
        List<JsonNode> whole = new ArrayList<>();
        for (int i = 0; i < paths.size();) {
            scope.charge(1);
            JsonNode key = paths.get(i).get(depth);
            int end = i + 1;
            while (end < paths.size() && JqValues.equal(key, paths.get(end).get(depth), scope)) {
                end++;
            }
            if (paths.get(i).size() == depth + 1) {
                whole.add(key);
            } else {
                JsonNode part = ValueAccess.index(scope, result, key);
                if (!part.isNull()) {
                    JsonNode rest = delete(scope, part, paths.subList(i, end), depth + 1);
                    result = new PathEditor(scope, result).setKey(result, key, rest);
                }
            }
            i = end;
        }
        return whole.isEmpty() ? result : deleteKeys(scope, result, whole);
    }

    private static JsonNode deleteKeys(EvaluationHost scope, JsonNode value, List<JsonNode> keys) {
        EvaluationCharges.chargeCopies(scope, value.size());
        if (value.isNull()) {
            return value;
        }
        if (value.isArray()) {
            return deleteElements(value, keys);
        }
        if (value.isObject()) {
            Map<String, JsonNode> fields = new LinkedHashMap<>();
            value.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
            for (JsonNode key : keys) {
                if (!key.isTextual()) {
                    throw new ExpressionException("Cannot delete field at array index of object");
                }
                EvaluationCharges.chargeLooks(scope, key);
                fields.remove(key.textValue());
            }
            return new ObjectNode(JsonNodeFactory.instance, fields);
        }
        throw new ExpressionException("Cannot delete fields from " + JqValues.typeName(value));
    }

    private static JsonNode deleteElements(JsonNode array, List<JsonNode> keys) {
        int size = array.size();
        BitSet deleted = new BitSet(size);
        for (JsonNode key : keys) {
            if (key.isNumber()) {
                if (!CanonicalArithmetic.isNan(key)) {
                    long position = ValueAccess.position(key, size);
                    if (position >= 0 && position < size) {
                        deleted.set((int) position);
                    }
                }
            } else if (key.isObject()) {
                int start = ValueAccess.sliceStart(ValueAccess.sliceBound(key, "start"), size);
                deleted.set(start, ValueAccess.sliceEnd(ValueAccess.sliceBound(key, "end"), size, start));
            } else {
                throw new ExpressionException("Cannot delete field at object index of array");
            }
        }
        ArrayNode result = JsonNodeFactory.instance.arrayNode(size - deleted.cardinality());
        for (int i = deleted.nextClearBit(0); i < size; i = deleted.nextClearBit(i + 1)) {
            result.add(array.get(i));
        }
        return result;
    }
}
