package dev.cairn.jq.node;

import java.util.LinkedHashMap;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.ExpressionException;
import dev.cairn.jq.value.EvaluationCharges;
import dev.cairn.jq.value.ValueAccess;
import dev.cairn.value.CanonicalArithmetic;
import dev.cairn.value.JqValues;
import dev.cairn.value.ValueDepthLimits;

/** Executable nodes of {@code walk} and {@code combinations}. */
public final class TreeWalkNodes {

    private TreeWalkNodes() {}

    /** {@code walk(change)}: changes all parts of a value, each before what contains it. */
    public static final class Walk extends PathlessNode {
        private final EvaluationNode change;
        /** Of a field only the first result counts. */
        private final EvaluationNode changeField;

        public Walk(EvaluationNode change) {
            super(change.results);
            this.change = change;
            this.changeField = ResultFilterNodes.First.of(change);
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            return change.eval(scope, locals, inner(scope, locals, input, 0));
        }

        @Override
        protected boolean eachValue(EvaluationHost scope, BindingEnvironment locals, JsonNode input, ResultSink sink) {
            return change.each(scope, locals, null, inner(scope, locals, input, 0), sink);
        }

        private JsonNode inner(EvaluationHost scope, BindingEnvironment locals, JsonNode value, int depth) {
            scope.charge(1);
            if (!JqValues.isContainer(value)) {
                return value;
            }
            if (depth >= ValueDepthLimits.MAX_DEPTH) {
                throw new ExpressionException("Value is nested too deep");
            }
            if (value.isObject()) {
                Map<String, JsonNode> fields = new LinkedHashMap<>();
                for (Map.Entry<String, JsonNode> field : value.properties()) {
                    JsonNode changed = changeField.eval(scope, locals, inner(scope, locals, field.getValue(), depth + 1));
                    if (changed != null) {
                        scope.hold(EvaluationCharges.bytes(changed));
                        fields.put(field.getKey(), changed);
                    }
                }
                return new ObjectNode(JsonNodeFactory.instance, fields);
            }
            ArrayNode elements = JsonNodeFactory.instance.arrayNode(value.size());
            for (JsonNode element : value) {
                change.each(scope, locals, null, inner(scope, locals, element, depth + 1), (p, changed) -> {
                    EvaluationCharges.append(scope, elements, changed);
                    return true;
                });
            }
            return elements;
        }
    }

    /** {@code combinations}, {@code combinations(count)}: one element of each array; the last varies fastest. */
    public static final class Combinations extends PathlessNode {
        /** Gives the number of times that the input is taken as one of the arrays, or null if the input has the arrays. */
        private final EvaluationNode count;

        public Combinations(EvaluationNode count) {
            super(MANY);
            this.count = count;
        }

        @Override
        protected boolean eachValue(EvaluationHost scope, BindingEnvironment locals, JsonNode input, ResultSink sink) {
            if (count == null) {
                if (!input.isArray() && !hasNothing(input)) {
                    throw ValueAccess.cannotIndex(input, CanonicalArithmetic.of(0));
                }
                EvaluationCharges.chargeSize(scope, input);
                return combine(scope, input, 0, new JsonNode[input.size()], sink);
            }
            return count.each(scope, locals, null, input, (p, number) -> {
                EvaluationCharges.checkElements(number.doubleValue());
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

        private static boolean combine(EvaluationHost scope, JsonNode arrays, int index, JsonNode[] chosen, ResultSink sink) {
            if (index == arrays.size()) {
                EvaluationCharges.chargeCopies(scope, index);
                ArrayNode combination = JsonNodeFactory.instance.arrayNode(index);
                for (JsonNode element : chosen) {
                    combination.add(element);
                }
                return sink.accept(null, combination);
            }
            return AccessNodes.Iterate.children(scope, null, arrays.get(index), (p, element) -> {
                chosen[index] = element;
                return combine(scope, arrays, index + 1, chosen, sink);
            });
        }
    }
}
