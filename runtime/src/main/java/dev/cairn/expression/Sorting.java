package dev.cairn.expression;

import java.util.Arrays;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import dev.cairn.value.Values;

/** Sorting of arrays by keys. */
final class Sorting {

    /** An element and what it is sorted by. */
    record Keyed(JsonNode key, JsonNode element) {}

    private Sorting() {}

    static void requireArray(JsonNode value, String what) {
        if (!value.isArray()) {
            throw new ExpressionException(Values.describe(value) + " cannot be " + what + ", as it is not an array");
        }
    }

    /** The elements of an array with their keys, sorted by the keys; elements of equal keys keep their order. */
    static Keyed[] sorted(Scope scope, Locals locals, JsonNode array, Code key) {
        Keyed[] keyed = keyed(scope, locals, array, key);
        for (int bits = keyed.length; bits > 0; bits >>= 2) {
            scope.charge(keyed.length);
        }
        Arrays.sort(keyed, (left, right) -> Values.compare(left.key(), right.key(), scope));
        return keyed;
    }

    static Keyed[] keyed(Scope scope, Locals locals, JsonNode array, Code key) {
        Keyed[] keyed = new Keyed[array.size()];
        for (int i = 0; i < keyed.length; i++) {
            scope.charge(1);
            JsonNode element = array.get(i);
            keyed[i] = new Keyed(key.eval(scope, locals, element), element);
        }
        return keyed;
    }

    /** Code that gives all results of a key as one value. */
    static Code key(Code code) {
        return code.results == Code.ONE ? code : new ConstructionCodes.Collect(code);
    }

    static JsonNode elements(Keyed[] keyed) {
        ArrayNode result = JsonNodeFactory.instance.arrayNode(keyed.length);
        for (Keyed each : keyed) {
            result.add(each.element());
        }
        return result;
    }
}
