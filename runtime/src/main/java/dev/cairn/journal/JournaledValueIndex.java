package dev.cairn.journal;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.value.PartIndexedJsonText.Part;
import dev.cairn.value.ValueDepthLimits;
import dev.cairn.value.ValueException;

/**
 * The index of the large values in the journal of one instance, by identity: values are shared and never changed, so the same
 * object is the same value. Keeps none of them in memory. For one thread at a time.
 */
final class JournaledValueIndex {

    /** Bytes of text that a value counts for which is no string and holds nothing. */
    private static final int SCALAR_BYTES = 4;

    private final int leastBytes;
    private final Map<Object, Known> byIdentity = new HashMap<>();
    private final Map<ValueLocation, Known> byPlace = new HashMap<>();
    private final ReferenceQueue<JsonNode> gone = new ReferenceQueue<>();

    /** Knows values whose text has approximately this size or more. */
    JournaledValueIndex(int leastBytes) {
        this.leastBytes = leastBytes;
    }

    /** The value at a place, or null if it is not in memory any more. */
    JsonNode at(ValueLocation place) {
        Known known = byPlace.get(place);
        return known == null ? null : known.get();
    }

    /** Notes where a value is, unless it is known to be somewhere already, or its place cannot be written. */
    void add(JsonNode value, ValueLocation place) {
        forgetGone();
        if (!isWritable(place.pointer())) {
            return;
        }
        Known known = new Known(value, place, gone);
        if (byIdentity.putIfAbsent(known, known) == null) {
            byPlace.put(place, known);
        }
    }

    /** Notes all large values of a payload. */
    void addAll(JsonNode payload, long entry) {
        add(payload, entry, new JsonPointerBuilder());
    }

    /** As {@link #addAll(JsonNode, long)}, of a payload whose large parts are known. */
    void addAll(Part payload, long entry) {
        add(payload, entry, new JsonPointerBuilder());
    }

    private void add(Part part, long entry, JsonPointerBuilder pointer) {
        for (Part inner : part.parts()) {
            pointer.enter(inner.token());
            add(inner, entry, pointer);
            pointer.leave();
        }
        add(part.value(), new ValueLocation(entry, pointer.toString()));
    }

    /**
     * The known values in a payload: the outermost ones, in document order. Empty if the position of one of them cannot be
     * written.
     *
     * @param before only values of entries before this one: an entry that is encoded once more does not refer to itself
     * @throws ValueException if the payload is nested too deep to be written, as far as it was looked through
     */
    List<Found> find(JsonNode payload, long before) {
        List<Found> found = new ArrayList<>();
        if (!byIdentity.isEmpty()) {
            find(payload, before, new JsonPointerBuilder(), found);
        }
        return found.stream().allMatch(one -> isWritable(one.reference().at())) ? found : List.of();
    }

    /** About how many bytes of text the value adds to those that are known. */
    private long add(JsonNode value, long entry, JsonPointerBuilder pointer) {
        if (!byIdentity.isEmpty() && byIdentity.containsKey(new Probe(value))) {
            return SCALAR_BYTES;
        }
        long bytes = scalarBytes(value);
        if (value instanceof ObjectNode object) {
            for (Map.Entry<String, JsonNode> field : object.properties()) {
                JsonNode part = field.getValue();
                bytes += field.getKey().length();
                if (isSmall(part)) {
                    bytes += scalarBytes(part);
                } else {
                    pointer.enter(field.getKey());
                    bytes += add(part, entry, pointer);
                    pointer.leave();
                }
            }
        } else if (value instanceof ArrayNode) {
            for (int i = 0; i < value.size(); i++) {
                if (isSmall(value.get(i))) {
                    bytes += scalarBytes(value.get(i));
                } else {
                    pointer.enter(i);
                    bytes += add(value.get(i), entry, pointer);
                    pointer.leave();
                }
            }
        }
        if (bytes >= leastBytes) {
            add(value, new ValueLocation(entry, pointer.toString()));
        }
        return bytes;
    }

    private void find(JsonNode value, long before, JsonPointerBuilder pointer, List<Found> found) {
        if (pointer.depth() > ValueDepthLimits.MAX_WRITTEN_DEPTH) {
            throw new ValueException("Value is nested more than " + ValueDepthLimits.MAX_WRITTEN_DEPTH + " levels deep");
        }
        Known known = isSmall(value) ? null : byIdentity.get(new Probe(value));
        if (known != null && known.place.entry() < before) {
            found.add(new Found(value, new ValueReference(pointer.toString(), known.place)));
        } else if (value instanceof ObjectNode object) {
            for (Map.Entry<String, JsonNode> field : object.properties()) {
                if (!isSmall(field.getValue())) {
                    pointer.enter(field.getKey());
                    find(field.getValue(), before, pointer, found);
                    pointer.leave();
                }
            }
        } else if (value instanceof ArrayNode) {
            for (int i = 0; i < value.size(); i++) {
                if (!isSmall(value.get(i))) {
                    pointer.enter(i);
                    find(value.get(i), before, pointer, found);
                    pointer.leave();
                }
            }
        }
    }

    /** False if a name in it has a surrogate without its other half, which UTF-8 has no bytes for. */
    private static boolean isWritable(String pointer) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(pointer);
    }

    private static long scalarBytes(JsonNode value) {
        return value instanceof TextNode ? SCALAR_BYTES + value.textValue().length() : SCALAR_BYTES;
    }

    /** True for a value that is not large and has no large part. */
    private boolean isSmall(JsonNode value) {
        return !value.isContainerNode()
                && !(value instanceof TextNode && value.textValue().length() + SCALAR_BYTES >= leastBytes);
    }

    private void forgetGone() {
        for (Reference<? extends JsonNode> next = gone.poll(); next != null; next = gone.poll()) {
            byIdentity.remove(next);
            byPlace.remove(((Known) next).place, next);
        }
    }

    /** A value and its reference. */
    record Found(JsonNode value, ValueReference reference) {}

    /** Equal to itself alone, and to a probe of its value. */
    private static final class Known extends WeakReference<JsonNode> {
        private final int hash;
        private final ValueLocation place;

        Known(JsonNode value, ValueLocation place, ReferenceQueue<JsonNode> gone) {
            super(value, gone);
            this.hash = System.identityHashCode(value);
            this.place = place;
        }

        @Override
        public boolean equals(Object other) {
            JsonNode value = get();
            return other == this || value != null && other instanceof Known known && known.get() == value;
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    /** Looks for a value. */
    private record Probe(JsonNode value) {

        @Override
        public boolean equals(Object other) {
            return other instanceof Known known && known.get() == value;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(value);
        }
    }
}
