package dev.cairn.value;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

/**
 * Estimates how many bytes of the heap trees of values take, with compressed references. Containers that several trees share count
 * once. Keys of objects do not count: the parser shares them. For one thread.
 */
public final class HeapSizeEstimator {

    private static final int OBJECT_BYTES = 88;
    private static final int LARGE_OBJECT_BYTES = 96;
    private static final int FIELD_BYTES = 8;
    private static final int LARGE_FIELD_BYTES = 48;
    private static final int ARRAY_BYTES = 64;
    private static final int ITEM_BYTES = 6;
    private static final int TEXT_BYTES = 56;
    private static final int NUMBER_BYTES = 24;
    /** Characters looked at to tell whether a text takes one byte or two for each. */
    private static final int MAX_SAMPLED_CHARACTERS = 32;
    private static final int LATIN_1 = 0xFF;

    private final long maxBytes;
    /** Null if nothing is shared. */
    private final Set<JsonNode> seen;
    private long bytes;

    private HeapSizeEstimator(long maxBytes, Set<JsonNode> seen) {
        this.maxBytes = maxBytes;
        this.seen = seen;
    }

    /** Estimates trees that may share containers; looks no further once they take {@code maxBytes}. */
    public static HeapSizeEstimator ofShared(long maxBytes) {
        return new HeapSizeEstimator(maxBytes, Collections.newSetFromMap(new IdentityHashMap<>()));
    }

    /** The bytes of one tree, in which a container that stands in two places counts twice; no more than {@code maxBytes}. */
    public static long of(JsonNode tree, long maxBytes) {
        return new HeapSizeEstimator(maxBytes, null).add(tree).bytes();
    }

    /** Adds a tree; null adds nothing. */
    public HeapSizeEstimator add(JsonNode tree) {
        if (tree == null || bytes >= maxBytes) {
            return this;
        }
        if (tree instanceof ObjectNode object) {
            if (isNew(object)) {
                boolean large = object.size() > CompactFieldMap.MAX_COMPACT;
                bytes += (large ? LARGE_OBJECT_BYTES : OBJECT_BYTES)
                        + (long) object.size() * (large ? LARGE_FIELD_BYTES : FIELD_BYTES);
                object.forEach(this::add);
            }
        } else if (tree instanceof ArrayNode array) {
            if (isNew(array)) {
                bytes += ARRAY_BYTES + (long) array.size() * ITEM_BYTES;
                array.forEach(this::add);
            }
        } else if (tree instanceof TextNode text) {
            bytes += textBytes(text.textValue());
        } else if (tree.isNumber()) {
            bytes += NUMBER_BYTES + (tree.isBigInteger() ? tree.bigIntegerValue().bitLength() / 8 + NUMBER_BYTES : 0);
        }
        return this;
    }

    /** The bytes of what was added; no more than the maximum. */
    public long bytes() {
        return Math.min(bytes, maxBytes);
    }

    private boolean isNew(JsonNode container) {
        return seen == null || seen.add(container);
    }

    private static long textBytes(String text) {
        boolean wide = false;
        for (int i = Math.min(text.length(), MAX_SAMPLED_CHARACTERS) - 1; i >= 0 && !wide; i--) {
            wide = text.charAt(i) > LATIN_1;
        }
        return TEXT_BYTES + (wide ? 2L : 1L) * text.length();
    }
}
