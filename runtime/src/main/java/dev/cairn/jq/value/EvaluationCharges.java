package dev.cairn.jq.value;

import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ContainerNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.ExpressionException;
import dev.cairn.value.JqValues;
import dev.cairn.value.ValueDepthLimits;

/** Work that is reported to {@link EvaluationHost#charge}, and limits on the size of values. */
public final class EvaluationCharges {

    /** Characters that a text may have. */
    public static final int MAX_TEXT = 64 * 1024 * 1024;
    /** Elements that an array may have. */
    static final int MAX_ELEMENTS = 1 << 24;

    /** Units after which it is looked at what a loop has kept: what they copy, 16 characters or fields each, fits into any heap. */
    static final int BETWEEN_LOOKS = 1 << 18;

    /** Characters or elements that are copied for one unit. */
    private static final int COPIES_PER_UNIT = 16;
    /** Characters that are looked at for one unit. */
    private static final int LOOKS_PER_UNIT = 64;
    /** Size of an element or a field and the reference to it, in bytes. */
    private static final int PART_BYTES = 16;
    private static final int REFERENCE_BYTES = 4;

    private EvaluationCharges() {}

    /** Charges for copying a value once, not counting what lies deeper than its own elements. */
    public static void chargeSize(EvaluationHost scope, JsonNode value) {
        if (value.isTextual()) {
            chargeCopies(scope, value.textValue().length());
        } else {
            chargeCopies(scope, value.size());
        }
    }

    /** Charges for a text that is about to be made, or refuses to make it. */
    public static void chargeText(EvaluationHost scope, long length) {
        checkText(length);
        chargeCopies(scope, length);
    }

    public static void checkText(long length) {
        if (length > MAX_TEXT) {
            throw new ExpressionException("String result too long");
        }
    }

    public static void checkElements(double count) {
        if (count > MAX_ELEMENTS) {
            throw tooLong();
        }
    }

    private static ExpressionException tooLong() {
        return new ExpressionException("Array result too long");
    }

    /** Charges for copying characters or elements. */
    public static void chargeCopies(EvaluationHost scope, long count) {
        if (count >= COPIES_PER_UNIT) {
            scope.charge((int) Math.min(Integer.MAX_VALUE, count / COPIES_PER_UNIT));
        }
    }

    /** Charges for looking through a value, if it is a text. */
    public static void chargeLooks(EvaluationHost scope, JsonNode value) {
        if (value.isTextual()) {
            chargeLooks(scope, value.textValue());
        }
    }

    /** Charges for looking through a text. */
    public static void chargeLooks(EvaluationHost scope, String text) {
        if (text.length() >= LOOKS_PER_UNIT) {
            scope.charge(text.length() / LOOKS_PER_UNIT);
        }
    }

    /** Charges for looking up the keys of an object in another one: long ones are compared where they are equal. */
    public static void chargeKeys(EvaluationHost scope, JsonNode object) {
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            chargeLooks(scope, field.getKey());
        }
    }

    /** Charges one unit for each element of an array or object. */
    public static void chargeElements(EvaluationHost scope, JsonNode value) {
        if (value.size() > 0) {
            scope.charge(value.size());
        }
    }

    /** Adds an element to a result. */
    public static void append(EvaluationHost scope, ArrayNode array, JsonNode value) {
        if (array.size() >= MAX_ELEMENTS) {
            throw tooLong();
        }
        scope.hold(bytes(value));
        array.add(value);
    }

    /** The bytes that a value takes as a part of another one, about, without what its own parts take. */
    public static long bytes(JsonNode value) {
        if (value instanceof TextNode) {
            return PART_BYTES + (long) value.textValue().length();
        }
        return value instanceof ContainerNode ? PART_BYTES + (long) REFERENCE_BYTES * value.size() : PART_BYTES;
    }

    /**
     * Charges for traversing a value and holds its size, or refuses a value that is nested too deep. A part that occurs several
     * times counts each time.
     *
     * @return the bytes that are held now
     */
    static long holdTree(EvaluationHost scope, JsonNode value, int depth) {
        checkLevel(depth);
        long held = bytes(value);
        scope.hold(held);
        if (JqValues.isContainer(value)) {
            scope.charge(1 + value.size() / COPIES_PER_UNIT);
            for (JsonNode part : value) {
                held += holdTree(scope, part, depth + 1);
            }
        }
        return held;
    }

    private static void checkLevel(int depth) {
        if (depth > ValueDepthLimits.MAX_DEPTH) {
            throw new ExpressionException("Value is nested more than " + ValueDepthLimits.MAX_DEPTH + " levels deep");
        }
    }

    /**
     * Charges for all parts of a result. A part that occurs several times counts each time, as it does when the result is
     * written.
     */
    public static void chargeTree(EvaluationHost scope, JsonNode value, int depth) {
        checkLevel(depth);
        if (JqValues.isContainer(value)) {
            scope.charge(1 + value.size());
            for (JsonNode part : value) {
                chargeTree(scope, part, depth + 1);
            }
        } else if (value.isTextual()) {
            scope.hold(value.textValue().length());
        }
    }
}
