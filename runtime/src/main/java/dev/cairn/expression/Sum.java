package dev.cairn.expression;

import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.value.CompactFields;
import dev.cairn.value.Numbers;

/** {@code add(content)}: adds up all results, in time that grows with their size only. */
final class Sum extends ValueCode {

    private final Code content;

    Sum(Code content) {
        super(ONE);
        this.content = content;
    }

    @Override
    JsonNode eval(Scope scope, Locals locals, JsonNode input) {
        Total total = new Total(scope);
        content.each(scope, locals, null, input, total);
        return total.value();
    }

    /** The sum so far. Texts, arrays and objects are gathered in copies of its own. */
    private static final class Total implements Sink {
        private final Scope scope;
        private JsonNode value = NullNode.instance;
        /** The sum, if it is a text of at least two parts. */
        private StringBuilder text;
        /** True if the sum is an array or object without other references. */
        private boolean isOwn;
        /** True if the sum is a double, which is kept in {@link #number} then. */
        private boolean isDouble;
        private double number;

        private Total(Scope scope) {
            this.scope = scope;
        }

        @Override
        public boolean accept(Path path, JsonNode item) {
            if (isDouble && item.isNumber()) {
                number = Numbers.sum(number, item.doubleValue());
                return true;
            }
            if (isDouble) {
                value = Numbers.of(number);
                isDouble = false;
            }
            if (value.isNumber() && item.isNumber()) {
                value = Numbers.add(value, item);
                isDouble = value instanceof DoubleNode;
                number = value.doubleValue();
            } else if (item.isTextual() && value.isTextual()) {
                addText(item.textValue());
            } else if (item.isArray() && value.isArray()) {
                addElements(item);
            } else if (item.isObject() && value.isObject()) {
                addFields(item);
            } else if (!item.isNull()) {
                value = Operators.add(scope, value(), item);
                text = null;
                isOwn = false;
            }
            return true;
        }

        private void addText(String item) {
            if (text == null) {
                Work.chargeSize(scope, value);
                text = new StringBuilder(value.textValue());
            }
            Work.chargeCopies(scope, item.length());
            Work.checkText(text.length() + (long) item.length());
            text.append(item);
        }

        private void addElements(JsonNode item) {
            Work.checkElements((double) value.size() + item.size());
            Work.chargeCopies(scope, item.size());
            if (!isOwn) {
                Work.chargeSize(scope, value);
                value = JsonNodeFactory.instance.arrayNode(value.size() + item.size()).addAll((ArrayNode) value);
                isOwn = true;
            }
            ((ArrayNode) value).addAll((ArrayNode) item);
        }

        private void addFields(JsonNode item) {
            Work.chargeCopies(scope, item.size());
            Work.chargeKeys(scope, item);
            if (!isOwn) {
                Work.chargeSize(scope, value);
                value = new ObjectNode(JsonNodeFactory.instance, CompactFields.copyOf(value, item.size()));
                isOwn = true;
            }
            for (Map.Entry<String, JsonNode> field : item.properties()) {
                ((ObjectNode) value).set(field.getKey(), field.getValue());
            }
        }

        private JsonNode value() {
            if (isDouble) {
                return Numbers.of(number);
            }
            return text == null ? value : TextNode.valueOf(text.toString());
        }
    }
}
