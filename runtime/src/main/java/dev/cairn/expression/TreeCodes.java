package dev.cairn.expression;

import java.util.LinkedHashMap;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.value.Numbers;
import dev.cairn.value.ValueLimits;
import dev.cairn.value.Values;

/** Code that works through whole trees of values. */
final class TreeCodes {

    private TreeCodes() {}

    /** {@code walk(change)}: changes all parts of a value, each before what contains it. */
    static final class Walk extends ValueCode {
        private final Code change;
        /** Of a field only the first result counts. */
        private final Code changeField;

        Walk(Code change) {
            super(change.results);
            this.change = change;
            this.changeField = FilterCodes.First.of(change);
        }

        @Override
        JsonNode eval(Scope scope, Locals locals, JsonNode input) {
            return change.eval(scope, locals, inner(scope, locals, input, 0));
        }

        @Override
        boolean eachValue(Scope scope, Locals locals, JsonNode input, Sink sink) {
            return change.each(scope, locals, null, inner(scope, locals, input, 0), sink);
        }

        private JsonNode inner(Scope scope, Locals locals, JsonNode value, int depth) {
            scope.charge(1);
            if (!Values.isContainer(value)) {
                return value;
            }
            if (depth >= ValueLimits.MAX_DEPTH) {
                throw new ExpressionException("Value is nested too deep");
            }
            if (value.isObject()) {
                Map<String, JsonNode> fields = new LinkedHashMap<>();
                for (Map.Entry<String, JsonNode> field : value.properties()) {
                    JsonNode changed = changeField.eval(scope, locals, inner(scope, locals, field.getValue(), depth + 1));
                    if (changed != null) {
                        scope.hold(Work.bytes(changed));
                        fields.put(field.getKey(), changed);
                    }
                }
                return new ObjectNode(JsonNodeFactory.instance, fields);
            }
            ArrayNode elements = JsonNodeFactory.instance.arrayNode(value.size());
            for (JsonNode element : value) {
                change.each(scope, locals, null, inner(scope, locals, element, depth + 1), (p, changed) -> {
                    Work.append(scope, elements, changed);
                    return true;
                });
            }
            return elements;
        }
    }

    /** {@code combinations}, {@code combinations(count)}: one element of each array; the last varies fastest. */
    static final class Combinations extends ValueCode {
        /** Gives the number of times that the input is taken as one of the arrays, or null if the input has the arrays. */
        private final Code count;

        Combinations(Code count) {
            super(MANY);
            this.count = count;
        }

        @Override
        boolean eachValue(Scope scope, Locals locals, JsonNode input, Sink sink) {
            if (count == null) {
                if (!input.isArray() && !hasNothing(input)) {
                    throw Access.cannotIndex(input, Numbers.of(0));
                }
                Work.chargeSize(scope, input);
                return combine(scope, input, 0, new JsonNode[input.size()], sink);
            }
            return count.each(scope, locals, null, input, (p, number) -> {
                Work.checkElements(number.doubleValue());
                ArrayNode arrays = JsonNodeFactory.instance.arrayNode();
                for (int i = 0; i < number.doubleValue(); i++) {
                    scope.charge(1);
                    arrays.add(input);
                }
                return combine(scope, arrays, 0, new JsonNode[arrays.size()], sink);
            });
        }

        private static boolean hasNothing(JsonNode value) {
            return value.isNull() || value.isObject() && value.isEmpty() || value.isTextual() && value.textValue().isEmpty();
        }

        private static boolean combine(Scope scope, JsonNode arrays, int index, JsonNode[] chosen, Sink sink) {
            if (index == arrays.size()) {
                Work.chargeCopies(scope, index);
                ArrayNode combination = JsonNodeFactory.instance.arrayNode(index);
                for (JsonNode element : chosen) {
                    combination.add(element);
                }
                return sink.accept(null, combination);
            }
            return AccessCodes.Iterate.children(scope, null, arrays.get(index), (p, element) -> {
                chosen[index] = element;
                return combine(scope, arrays, index + 1, chosen, sink);
            });
        }
    }
}
