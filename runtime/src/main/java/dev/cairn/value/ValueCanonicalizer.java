package dev.cairn.value;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.FloatNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.POJONode;
import com.fasterxml.jackson.databind.node.ShortNode;
import com.fasterxml.jackson.databind.node.TextNode;

/** Brings trees into canonical form; shares all that has it already. */
final class ValueCanonicalizer {

    private interface Rule {
        JsonNode apply(JsonNode value, int depth);
    }

    private ValueCanonicalizer() {}

    static JsonNode canonical(JsonNode value, int depth) {
        switch (value.getNodeType()) {
            case OBJECT:
                return object((ObjectNode) value, depth, ValueCanonicalizer::canonical);
            case ARRAY:
                return array((ArrayNode) value, depth, ValueCanonicalizer::canonical);
            case NUMBER:
                return number(value);
            case MISSING:
                return NullNode.instance;
            case BINARY:
                return TextNode.valueOf(value.asText());
            case POJO:
                return pojo((POJONode) value, depth);
            default:
                return value;
        }
    }

    static JsonNode finite(JsonNode value, WorkMeter meter) {
        return finite(value, 0, new Rule() {
            @Override
            public JsonNode apply(JsonNode part, int depth) {
                if (part.isContainerNode() && !part.isEmpty()) {
                    // A part that changes is made anew at each place.
                    meter.charge(8 * part.size());
                }
                return finite(part, depth, this);
            }
        });
    }

    private static JsonNode finite(JsonNode value, int depth, Rule rule) {
        if (value instanceof DoubleNode) {
            return finiteDouble((DoubleNode) value);
        }
        if (value instanceof ObjectNode object) {
            return object(object, depth, rule);
        }
        return value instanceof ArrayNode array ? array(array, depth, rule) : value;
    }

    private static JsonNode object(ObjectNode object, int depth, Rule rule) {
        checkDepth(depth);
        Map<String, JsonNode> changed = null;
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            JsonNode value = field.getValue();
            JsonNode result = rule.apply(value, depth + 1);
            if (result != value) {
                if (changed == null) {
                    changed = new LinkedHashMap<>();
                    for (Map.Entry<String, JsonNode> original : object.properties()) {
                        changed.put(original.getKey(), original.getValue());
                    }
                }
                changed.put(field.getKey(), result);
            }
        }
        return changed == null ? object : new ObjectNode(JsonNodeFactory.instance, changed);
    }

    private static JsonNode array(ArrayNode array, int depth, Rule rule) {
        checkDepth(depth);
        ArrayNode changed = null;
        for (int i = 0; i < array.size(); i++) {
            JsonNode value = array.get(i);
            JsonNode result = rule.apply(value, depth + 1);
            if (changed == null && result != value) {
                changed = JsonNodeFactory.instance.arrayNode(array.size());
                for (int j = 0; j < i; j++) {
                    changed.add(array.get(j));
                }
            }
            if (changed != null) {
                changed.add(result);
            }
        }
        return changed == null ? array : changed;
    }

    private static JsonNode number(JsonNode value) {
        if (value instanceof IntNode) {
            return value;
        }
        if (value instanceof DoubleNode) {
            return finiteDouble((DoubleNode) value);
        }
        if (value instanceof LongNode) {
            return value.canConvertToInt() ? IntNode.valueOf(value.intValue()) : value;
        }
        if (value instanceof BigIntegerNode) {
            JsonNode number = CanonicalArithmetic.of(value.bigIntegerValue());
            return number instanceof BigIntegerNode ? value : number;
        }
        if (value instanceof ShortNode) {
            return IntNode.valueOf(value.intValue());
        }
        if (value instanceof FloatNode) {
            // The JSON text of a float is its own shortest form, which is not that of the double nearest to it.
            return CanonicalArithmetic.finite(Double.parseDouble(Float.toString(value.floatValue())));
        }
        if (value instanceof DecimalNode) {
            BigDecimal decimal = value.decimalValue();
            return decimal.scale() == 0 ? CanonicalArithmetic.of(decimal.unscaledValue())
                    : CanonicalArithmetic.finite(decimal.doubleValue());
        }
        throw new IllegalArgumentException("Unknown kind of number: " + value.getClass().getSimpleName());
    }

    private static JsonNode finiteDouble(DoubleNode value) {
        double number = value.doubleValue();
        return Double.isFinite(number) ? value : CanonicalArithmetic.finite(number);
    }

    private static JsonNode pojo(POJONode value, int depth) {
        checkDepth(depth);
        Object pojo = value.getPojo();
        if (pojo == null) {
            return NullNode.instance;
        }
        JsonNode tree = pojo instanceof JsonNode node ? node : JsonCodec.toTree(pojo);
        return canonical(tree, depth + 1);
    }

    private static void checkDepth(int depth) {
        if (depth >= ValueDepthLimits.MAX_DEPTH) {
            throw new ValueException("Value is nested more than " + ValueDepthLimits.MAX_DEPTH + " levels deep");
        }
    }
}
