package dev.cairn.jq.builtin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.ExpressionException;
import dev.cairn.jq.node.AccessNodes.Iterate;
import dev.cairn.jq.node.AddBuiltinNode;
import dev.cairn.jq.node.BuiltinTable;
import dev.cairn.jq.node.LeafNodes.Input;
import dev.cairn.jq.value.EvaluationCharges;
import dev.cairn.jq.value.ValueAccess;
import dev.cairn.jq.value.ValueSearch;
import dev.cairn.value.CanonicalArithmetic;
import dev.cairn.value.JqValues;
import dev.cairn.value.ValueDepthLimits;

/** Functions of arrays. */
final class ArrayBuiltins {

    private ArrayBuiltins() {}

    static void addTo(BuiltinTable table) {
        table.add("add", 0, arguments -> new AddBuiltinNode(new Iterate(Input.INSTANCE, false)));
        table.add("add", 1, arguments -> new AddBuiltinNode(arguments[0]));
        table.value("reverse", ArrayBuiltins::reverse);
        table.value("flatten", (scope, input) -> flatten(scope, input, CanonicalArithmetic.of(ValueDepthLimits.MAX_DEPTH)));
        table.value("flatten", ArrayBuiltins::flatten);
        table.value("transpose", ArrayBuiltins::transpose);
        table.value("indices", (scope, input, part) -> indices(scope, input, part));
        table.value("_strindices", (scope, input, part) -> textIndices(scope, input, part));
        table.value("index",
                (scope, input, part) -> ValueAccess.index(scope, indices(scope, input, part), CanonicalArithmetic.of(0)));
        table.value("rindex", (scope, input, part) -> last(scope, indices(scope, input, part)));
        table.value("bsearch", ArrayBuiltins::binarySearch);
    }

    /** The part of jq's {@code indices} that programs can call. */
    private static JsonNode textIndices(EvaluationHost scope, JsonNode input, JsonNode part) {
        if (!input.isTextual()) {
            throw new ExpressionException(JqValues.describe(input) + " cannot be searched, as it is not a string");
        }
        if (!part.isTextual()) {
            throw new ExpressionException(JqValues.describe(part) + " is not a string");
        }
        return ValueSearch.indices(scope, input, part);
    }

    private static JsonNode indices(EvaluationHost scope, JsonNode input, JsonNode part) {
        EvaluationCharges.chargeSize(scope, input);
        return ValueSearch.indices(scope, input, part);
    }

    /** The field of an object, which {@code indices} gives as well, may be anything. */
    private static JsonNode last(EvaluationHost scope, JsonNode positions) {
        return ValueAccess.index(scope, positions, CanonicalArithmetic.of(positions.isArray() ? positions.size() - 1 : 0));
    }

    private static JsonNode reverse(EvaluationHost scope, JsonNode input) {
        EvaluationCharges.chargeSize(scope, input);
        if (input.isTextual()) {
            return TextNode.valueOf(
                    new StringBuilder(input.textValue()).reverse().toString());
        }
        if (input.isNull()) {
            return JsonNodeFactory.instance.arrayNode();
        }
        if (!input.isArray()) {
            throw new ExpressionException("Cannot reverse " + JqValues.describe(input));
        }
        ArrayNode result = JsonNodeFactory.instance.arrayNode(input.size());
        for (int i = input.size() - 1; i >= 0; i--) {
            result.add(input.get(i));
        }
        return result;
    }

    private static JsonNode flatten(EvaluationHost scope, JsonNode input, JsonNode depth) {
        if (!depth.isNumber() || depth.doubleValue() < 0) {
            throw new ExpressionException("flatten depth must not be negative");
        }
        if (!JqValues.isContainer(input)) {
            throw ValueAccess.cannotIterate(input);
        }
        ArrayNode result = JsonNodeFactory.instance.arrayNode();
        flattenInto(result, scope, input, depth.doubleValue(), 0);
        return result;
    }

    private static void flattenInto(ArrayNode result, EvaluationHost scope, JsonNode container, double depth, int level) {
        if (level >= ValueDepthLimits.MAX_DEPTH) {
            throw new ExpressionException("Value is nested too deep");
        }
        EvaluationCharges.chargeElements(scope, container);
        for (JsonNode element : container) {
            if (element.isArray() && depth > 0) {
                flattenInto(result, scope, element, depth - 1, level + 1);
            } else {
                EvaluationCharges.append(scope, result, element);
            }
        }
    }

    /** At least one for what has a length and no elements, so that reaching for them is the error it is. */
    private static int columns(JsonNode row) {
        if (row.isBoolean()) {
            throw new ExpressionException(JqValues.describe(row) + " has no length");
        }
        boolean isPlain = row.isTextual() ? !row.textValue().isEmpty() : row.isNumber() && row.doubleValue() != 0;
        return isPlain ? 1 : row.size();
    }

    private static JsonNode transpose(EvaluationHost scope, JsonNode input) {
        if (!JqValues.isContainer(input)) {
            throw ValueAccess.cannotIterate(input);
        }
        EvaluationCharges.chargeSize(scope, input);
        int columns = 0;
        for (JsonNode row : input) {
            columns = Math.max(columns, columns(row));
        }
        ArrayNode result = JsonNodeFactory.instance.arrayNode(columns);
        for (int i = 0; i < columns; i++) {
            scope.charge(1 + input.size());
            ArrayNode column = JsonNodeFactory.instance.arrayNode(input.size());
            for (JsonNode row : input) {
                column.add(ValueAccess.index(scope, row, CanonicalArithmetic.of(i)));
            }
            result.add(column);
        }
        return result;
    }

    private static JsonNode binarySearch(EvaluationHost scope, JsonNode input, JsonNode wanted) {
        if (!input.isArray()) {
            throw new ExpressionException(JqValues.describe(input) + " cannot be searched from");
        }
        int low = 0;
        int high = input.size() - 1;
        while (low <= high) {
            scope.charge(1);
            int middle = (low + high) >>> 1;
            int order = JqValues.compare(input.get(middle), wanted, scope);
            if (order == 0) {
                return CanonicalArithmetic.of(middle);
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return CanonicalArithmetic.of(-1 - low);
    }
}
