package dev.cairn.fluent.source;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.value.CanonicalArithmetic;

/**
 * Turns plain Java values into JSON. The result depends on nothing but the values, so that two builds of one source give the same
 * definition: the keys of a map without an order are sorted.
 */
final class JavaValueJsonConverter {

    private static final int MAX_DEPTH = 200;
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS, DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY,
                    DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private JavaValueJsonConverter() {}

    /**
     * @throws IllegalArgumentException with a message for the author if it is no JSON value
     */
    static JsonNode of(Object value) {
        return of(value, 0);
    }

    /**
     * @throws IllegalArgumentException with a message for the author if it is no JSON text
     */
    static JsonNode parse(String text) {
        try {
            return of(MAPPER.readTree(text));
        } catch (JsonProcessingException bad) {
            throw new IllegalArgumentException("Not valid JSON: " + bad.getOriginalMessage(), bad);
        }
    }

    private static JsonNode of(Object value, int depth) {
        if (depth > MAX_DEPTH) {
            throw new IllegalArgumentException("The value is nested more than " + MAX_DEPTH + " levels deep");
        }
        if (value == null) {
            return NullNode.instance;
        }
        if (value instanceof JsonNode) {
            return ofNode((JsonNode) value, depth);
        }
        if (value instanceof CharSequence) {
            return TextNode.valueOf(value.toString());
        }
        if (value instanceof Boolean) {
            return BooleanNode.valueOf((Boolean) value);
        }
        if (value instanceof Number) {
            return ofNumber((Number) value);
        }
        if (value instanceof Enum<?>) {
            return TextNode.valueOf(((Enum<?>) value).name());
        }
        if (value instanceof Map<?, ?>) {
            return ofMap((Map<?, ?>) value, depth);
        }
        return ofElements(elements(value), depth);
    }

    private static JsonNode ofNode(JsonNode node, int depth) {
        if (node.isObject()) {
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            node.properties().forEach(field -> object.set(field.getKey(), of(field.getValue(), depth + 1)));
            return object;
        }
        if (node.isArray()) {
            ArrayNode array = JsonNodeFactory.instance.arrayNode();
            node.forEach(element -> array.add(of(element, depth + 1)));
            return array;
        }
        if (node.isNumber()) {
            return ofNumber(node.numberValue());
        }
        if (node.isTextual() || node.isBoolean() || node.isNull()) {
            return node;
        }
        throw new IllegalArgumentException("A " + node.getClass().getSimpleName() + " is no JSON value");
    }

    private static JsonNode ofNumber(Number number) {
        if (number instanceof Byte || number instanceof Short || number instanceof Integer || number instanceof Long
                || number instanceof BigInteger) {
            return CanonicalArithmetic.of(new BigInteger(number.toString()));
        }
        double value = number instanceof Float ? Double.parseDouble(number.toString()) : number.doubleValue();
        boolean exact = Double.isFinite(value) && !(number instanceof BigDecimal
                && BigDecimal.valueOf(value).compareTo((BigDecimal) number) != 0);
        if (!exact) {
            throw new IllegalArgumentException("The number " + number + " cannot be held exactly");
        }
        return CanonicalArithmetic.of(value);
    }

    private static JsonNode ofMap(Map<?, ?> map, int depth) {
        Map<String, Object> ordered = map instanceof LinkedHashMap || map instanceof SortedMap ? new LinkedHashMap<>()
                : new TreeMap<>();
        map.forEach((key, value) -> {
            if (!(key instanceof CharSequence) && !(key instanceof Enum<?>)) {
                throw new IllegalArgumentException("A key is a string, not " + (key == null ? "null" : "a " + typeOf(key)));
            }
            ordered.put(key instanceof Enum<?> ? ((Enum<?>) key).name() : key.toString(), value);
        });
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        ordered.forEach((key, value) -> object.set(key, of(value, depth + 1)));
        return object;
    }

    private static Collection<?> elements(Object value) {
        if (value instanceof Object[]) {
            return Arrays.asList((Object[]) value);
        }
        if (value instanceof Set<?> && !(value instanceof LinkedHashSet) && !(value instanceof SortedSet)) {
            throw new IllegalArgumentException("A " + typeOf(value) + " has no order; use a list");
        }
        if (value instanceof Collection<?>) {
            return (Collection<?>) value;
        }
        throw new IllegalArgumentException("A " + typeOf(value)
                + " is no JSON value; use a string, number, boolean, list or map");
    }

    private static JsonNode ofElements(Collection<?> elements, int depth) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        elements.forEach(element -> array.add(of(element, depth + 1)));
        return array;
    }

    private static String typeOf(Object value) {
        return value.getClass().getName();
    }
}
