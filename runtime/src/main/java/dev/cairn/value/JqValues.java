package dev.cairn.value;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import com.fasterxml.jackson.databind.node.NullNode;

/**
 * Functions of JSON values by the rules of jq: truth, equality, order, type names and text. Null references are never
 * accepted.
 *
 * <p>A canonical value consists of object, array, text, int, long, big integer, double, boolean and null nodes only. Whole
 * numbers use the narrowest of int, long and big integer; numbers written with a fraction or an exponent are doubles;
 * doubles are finite. The JSON text of a canonical value reads back as an equal value.
 */
public final class JqValues {

    private JqValues() {}

    /**
     * Brings a tree into canonical form; the same instance where nothing has to change.
     *
     * @throws ValueException if it is nested deeper than {@link ValueDepthLimits#MAX_DEPTH}, or holds a whole number of more than 1,000 digits
     */
    public static JsonNode canonical(JsonNode value) {
        return ValueCanonicalizer.canonical(value, 0);
    }

    /**
     * Replaces values that JSON does not have: not-a-number becomes null, an infinity the largest double of its sign.
     *
     * @param meter is charged for each part: a part that stands at many places counts as often
     */
    public static JsonNode finite(JsonNode value, WorkMeter meter) {
        return ValueCanonicalizer.finite(value, meter);
    }

    /** Anything but null and false. */
    public static boolean truthy(JsonNode value) {
        // Jackson has a single node of each.
        return value != BooleanNode.FALSE && value != NullNode.instance;
    }

    /** One of null, boolean, number, string, array, object. */
    public static String typeName(JsonNode value) {
        return switch (value.getNodeType()) {
            case BOOLEAN -> "boolean";
            case NUMBER -> "number";
            case STRING -> "string";
            case ARRAY -> "array";
            case OBJECT -> "object";
            case NULL, MISSING -> "null";
            default -> throw new IllegalArgumentException("Not canonical: " + value.getClass().getSimpleName());
        };
    }

    /** Equality of values: 1 equals 1.0, the order of keys does not matter, not-a-number equals nothing. */
    public static boolean equal(JsonNode left, JsonNode right) {
        return equal(left, right, WorkMeter.UNLIMITED);
    }

    /**
     * As {@link #equal(JsonNode, JsonNode)}.
     *
     * @param meter is charged for each part: a part that stands at many places counts as often
     */
    public static boolean equal(JsonNode left, JsonNode right, WorkMeter meter) {
        return ValueOrder.equal(left, right, 0, meter);
    }

    /**
     * The order of all values: null, false, true, numbers, strings by code point, arrays by element, objects by their sorted
     * keys and then by value. Not-a-number comes before all numbers and is in the same place as itself, though it equals nothing.
     *
     * @param meter is charged for each part: a part that stands at many places counts as often
     * @return negative, zero or positive
     */
    public static int compare(JsonNode left, JsonNode right, WorkMeter meter) {
        return ValueOrder.compare(left, right, 0, meter);
    }

    /** The order of strings by code point, which is that of their UTF-8 bytes. */
    public static int compareText(String left, String right) {
        return ValueOrder.compareText(left, right);
    }

    /** True if the value is an array or an object. */
    public static boolean isContainer(JsonNode value) {
        JsonNodeType type = value.getNodeType();
        return type == JsonNodeType.ARRAY || type == JsonNodeType.OBJECT;
    }

    /**
     * The value as compact JSON text, numbers written as jq writes them.
     *
     * @param maxChars approximate maximum number of characters: a longer text exceeds it slightly, and is incomplete
     * @param meter is charged for each part: a part that occurs several times counts each time
     */
    public static String toText(JsonNode value, int maxChars, WorkMeter meter) {
        return JqTextWriter.write(value, maxChars, meter);
    }

    /** As {@link #toText(JsonNode, int, WorkMeter)}, of the whole value. */
    public static String toText(JsonNode value) {
        return JqTextWriter.write(value, Integer.MAX_VALUE, WorkMeter.UNLIMITED);
    }

    /** The text of a scalar: a string as it is, anything else as jq prints it. */
    public static String scalarText(JsonNode scalar) {
        return scalar.isTextual() ? scalar.textValue() : toText(scalar);
    }

    /** The value as JSON text of at most 29 bytes of UTF-8, for messages; cut text ends with three dots. */
    public static String shortForm(JsonNode value) {
        return JqTextWriter.shortForm(value);
    }

    /** The type and the short form, as messages cite a value: {@code string ("abc")}. */
    public static String describe(JsonNode value) {
        return typeName(value) + " (" + shortForm(value) + ")";
    }
}
