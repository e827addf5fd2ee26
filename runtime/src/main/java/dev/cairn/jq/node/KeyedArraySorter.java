package dev.cairn.jq.node;

import java.util.Arrays;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.ExpressionException;
import dev.cairn.value.JqValues;

/** Sorts the elements of an array by a key that is computed for each. */
public final class KeyedArraySorter {

    /** An element and what it is sorted by. */
    public record Keyed(JsonNode key, JsonNode element) {}

    private KeyedArraySorter() {}

    public static void requireArray(JsonNode value, String what) {
        if (!value.isArray()) {
            throw new ExpressionException(JqValues.describe(value) + " cannot be " + what + ", as it is not an array");
        }
    }

    /** The elements of an array with their keys, sorted by the keys; elements of equal keys keep their order. */
    public static Keyed[] sorted(EvaluationHost scope, BindingEnvironment locals, JsonNode array, EvaluationNode key) {
        Keyed[] keyed = keyed(scope, locals, array, key);
        for (int bits = keyed.length; bits > 0; bits >>= 2) {
            scope.charge(keyed.length);
        }
        Arrays.sort(keyed, (left, right) -> JqValues.compare(left.key(), right.key(), scope));
        return keyed;
    }

    public static Keyed[] keyed(EvaluationHost scope, BindingEnvironment locals, JsonNode array, EvaluationNode key) {
        Keyed[] keyed = new Keyed[array.size()];
        for (int i = 0; i < keyed.length; i++) {
            scope.charge(1);
            JsonNode element = array.get(i);
            keyed[i] = new Keyed(key.eval(scope, locals, element), element);
        }
        return keyed;
    }

    /** Code that gives all results of a key as one value. */
    public static EvaluationNode key(EvaluationNode code) {
        return code.results == EvaluationNode.ONE ? code : new ConstructionNodes.Collect(code);
    }

    public static JsonNode elements(Keyed[] keyed) {
        ArrayNode result = JsonNodeFactory.instance.arrayNode(keyed.length);
        for (Keyed each : keyed) {
            result.add(each.element());
        }
        return result;
    }
}
