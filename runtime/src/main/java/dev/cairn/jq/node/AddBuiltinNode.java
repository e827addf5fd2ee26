package dev.cairn.jq.node;

import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.value.EvaluationCharges;
import dev.cairn.jq.value.ValueOperators;
import dev.cairn.jq.value.ValuePath;
import dev.cairn.value.CanonicalArithmetic;
import dev.cairn.value.CompactFieldMap;

/** {@code add(content)}: adds up all results, in time that grows with their size only. */
public final class AddBuiltinNode extends PathlessNode {

    private final EvaluationNode content;

    public AddBuiltinNode(EvaluationNode content) {
        super(ONE);
        this.content = content;
    }

    @Override
    public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
        Total total = new Total(scope);
        content.each(scope, locals, null, input, total);
        return total.value();
    }

    /** The sum so far. Texts, arrays and objects are gathered in copies of its own. */
    private static final class Total implements ResultSink {
        private final EvaluationHost scope;
        private JsonNode value = NullNode.instance;
        /** The sum, if it is a text of at least two parts. */
        private StringBuilder text;
        /** True if the sum is an array or object without other references. */
        private boolean isOwn;
        /** True if the sum is a double, which is kept in {@link #number} then. */
        private boolean isDouble;
        private double number;

        private Total(EvaluationHost scope) {
            this.scope = scope;
        }

        @Override
        public boolean accept(ValuePath path, JsonNode item) {
            if (isDouble && item.isNumber()) {
                number = CanonicalArithmetic.sum(number, item.doubleValue());
                return true;
            }
            if (isDouble) {
                value = CanonicalArithmetic.of(number);
                isDouble = false;
            }
            if (value.isNumber() && item.isNumber()) {
                value = CanonicalArithmetic.add(value, item);
                isDouble = value instanceof DoubleNode;
                number = value.doubleValue();
            } else if (item.isTextual() && value.isTextual()) {
                addText(item.textValue());
            } else if (item.isArray() && value.isArray()) {
                addElements(item);
            } else if (item.isObject() && value.isObject()) {
                addFields(item);
            } else if (!item.isNull()) {
                value = ValueOperators.add(scope, value(), item);
                text = null;
                isOwn = false;
            }
            return true;
        }

        private void addText(String item) {
            if (text == null) {
                EvaluationCharges.chargeSize(scope, value);
                text = new StringBuilder(value.textValue());
            }
            EvaluationCharges.chargeCopies(scope, item.length());
            EvaluationCharges.checkText(text.length() + (long) item.length());
            text.append(item);
        }

        private void addElements(JsonNode item) {
            EvaluationCharges.checkElements((double) value.size() + item.size());
            EvaluationCharges.chargeCopies(scope, item.size());
            if (!isOwn) {
                EvaluationCharges.chargeSize(scope, value);
                value = JsonNodeFactory.instance.arrayNode(value.size() + item.size()).addAll((ArrayNode) value);
                isOwn = true;
            }
            ((ArrayNode) value).addAll((ArrayNode) item);
        }

        private void addFields(JsonNode item) {
            EvaluationCharges.chargeCopies(scope, item.size());
            EvaluationCharges.chargeKeys(scope, item);
            if (!isOwn) {
                EvaluationCharges.chargeSize(scope, value);
                value = new ObjectNode(JsonNodeFactory.instance, CompactFieldMap.copyOf(value, item.size()));
                isOwn = true;
            }
            for (Map.Entry<String, JsonNode> field : item.properties()) {
                ((ObjectNode) value).set(field.getKey(), field.getValue());
            }
        }

        private JsonNode value() {
            if (isDouble) {
                return CanonicalArithmetic.of(number);
            }
            return text == null ? value : TextNode.valueOf(text.toString());
        }
    }
}
