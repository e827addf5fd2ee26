package dev.cairn.value;

import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import com.fasterxml.jackson.databind.node.NumericNode;
import com.fasterxml.jackson.databind.node.TextNode;

/** Equality and order of values. */
final class ValueOrder {

    /** Characters or elements that are compared for one unit. */
    private static final int COMPARED_PER_UNIT = 32;

    private ValueOrder() {}

    static boolean equal(JsonNode left, JsonNode right, int depth, WorkMeter meter) {
        if (left instanceof TextNode && right instanceof TextNode) {
            chargeText(left, right, meter);
            return left.textValue().equals(right.textValue());
        }
        JsonNodeType type = left.getNodeType();
        if (type != right.getNodeType()) {
            return false;
        }
        switch (type) {
            case NUMBER:
                return CanonicalArithmetic.equal(left, right);
            case BOOLEAN:
                return left.booleanValue() == right.booleanValue();
            case ARRAY:
                return equalElements(left, right, depth, meter);
            case OBJECT:
                return equalFields(left, right, depth, meter);
            default:
                return true;
        }
    }

    private static boolean equalElements(JsonNode left, JsonNode right, int depth, WorkMeter meter) {
        int size = left.size();
        if (size != right.size()) {
            return false;
        }
        checkDepth(depth, "Equality check too deep");
        meter.charge(1 + size / COMPARED_PER_UNIT);
        for (int i = 0; i < size; i++) {
            if (!equal(left.get(i), right.get(i), depth + 1, meter)) {
                return false;
            }
        }
        return true;
    }

    private static boolean equalFields(JsonNode left, JsonNode right, int depth, WorkMeter meter) {
        if (left.size() != right.size()) {
            return false;
        }
        checkDepth(depth, "Equality check too deep");
        meter.charge(1 + left.size() / COMPARED_PER_UNIT);
        for (Map.Entry<String, JsonNode> field : left.properties()) {
            chargeText(field.getKey().length(), meter);
            JsonNode other = right.get(field.getKey());
            if (other == null || !equal(field.getValue(), other, depth + 1, meter)) {
                return false;
            }
        }
        return true;
    }

    static int compare(JsonNode left, JsonNode right, int depth, WorkMeter meter) {
        if (left instanceof NumericNode && right instanceof NumericNode) {
            return CanonicalArithmetic.compare(left, right);
        }
        int leftRank = rank(left);
        int rightRank = rank(right);
        if (leftRank != rightRank) {
            return leftRank - rightRank;
        }
        switch (left.getNodeType()) {
            case STRING:
                chargeText(left, right, meter);
                return compareText(left.textValue(), right.textValue());
            case ARRAY:
                return compareElements(left, right, depth, meter);
            case OBJECT:
                return compareFields(left, right, depth, meter);
            default:
                return 0;
        }
    }

    private static int rank(JsonNode value) {
        return switch (value.getNodeType()) {
            case BOOLEAN -> value.booleanValue() ? 2 : 1;
            case NUMBER -> 3;
            case STRING -> 4;
            case ARRAY -> 5;
            case OBJECT -> 6;
            default -> 0;
        };
    }

    private static int compareElements(JsonNode left, JsonNode right, int depth, WorkMeter meter) {
        checkDepth(depth, "Comparison too deep");
        int shared = Math.min(left.size(), right.size());
        for (int i = 0; i < shared; i++) {
            if (i % COMPARED_PER_UNIT == 0) {
                meter.charge(1);
            }
            int order = compare(left.get(i), right.get(i), depth + 1, meter);
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(left.size(), right.size());
    }

    private static int compareFields(JsonNode left, JsonNode right, int depth, WorkMeter meter) {
        checkDepth(depth, "Comparison too deep");
        meter.charge(1 + left.size() + right.size());
        String[] leftKeys = sortedKeys(left, meter);
        String[] rightKeys = sortedKeys(right, meter);
        int shared = Math.min(leftKeys.length, rightKeys.length);
        for (int i = 0; i < shared; i++) {
            int order = compareText(leftKeys[i], rightKeys[i]);
            if (order != 0) {
                return order;
            }
        }
        if (leftKeys.length != rightKeys.length) {
            return Integer.compare(leftKeys.length, rightKeys.length);
        }
        for (String key : leftKeys) {
            int order = compare(left.get(key), right.get(key), depth + 1, meter);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static String[] sortedKeys(JsonNode object, WorkMeter meter) {
        String[] keys = new String[object.size()];
        Iterator<String> names = object.fieldNames();
        for (int i = 0; i < keys.length; i++) {
            keys[i] = names.next();
            chargeText(keys[i].length(), meter);
        }
        Arrays.sort(keys, ValueOrder::compareText);
        return keys;
    }

    static int compareText(String left, String right) {
        int shared = Math.min(left.length(), right.length());
        for (int i = 0; i < shared; i++) {
            char l = left.charAt(i);
            char r = right.charAt(i);
            if (l != r) {
                return codePointOrder(l) - codePointOrder(r);
            }
        }
        return left.length() - right.length();
    }

    private static void chargeText(JsonNode left, JsonNode right, WorkMeter meter) {
        chargeText(Math.min(left.textValue().length(), right.textValue().length()), meter);
    }

    private static void chargeText(int length, WorkMeter meter) {
        if (length >= COMPARED_PER_UNIT) {
            meter.charge(length / COMPARED_PER_UNIT);
        }
    }

    /** Surrogates stand for code points above all that a single char can be. */
    private static int codePointOrder(char unit) {
        return Character.isSurrogate(unit) ? unit + 0x10000 : unit;
    }

    private static void checkDepth(int depth, String message) {
        if (depth >= ValueDepthLimits.MAX_DEPTH) {
            throw new ValueException(message);
        }
    }
}
