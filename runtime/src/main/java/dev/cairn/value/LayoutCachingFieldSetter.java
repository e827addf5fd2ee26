package dev.cairn.value;

import java.util.Arrays;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Sets the same fields in one object after the other. These objects, such as the elements of an array, usually have the same
 * keys as well. Then the fields need no lookup, and all results share one array of keys. Thread-safe.
 */
public final class LayoutCachingFieldSetter {

    /** To learn keys takes as long as to set fields a few times, so objects that have ever other keys do it rarely. */
    private static final int STRANGE_PER_LEARNED = 8;

    /** Positions of the values in objects with certain keys. Immutable, so threads may share it without synchronization. */
    private record Layout(String[] before, String[] after, int[] positions) {}

    private final String[] keys;
    /** The last layout found, by any thread. */
    private Layout known;
    /** Approximate number of objects with other keys: threads may miss each other's. */
    private int layoutMisses;

    /** A setter of fields with these keys, which are all different. */
    public LayoutCachingFieldSetter(String... keys) {
        this.keys = keys;
        this.known = new Layout(new String[0], keys, positions(keys));
    }

    /**
     * The fields of an object, in their order, with values for the keys in place of its own or after them.
     *
     * @param object never changed; a value of another kind is like an object without fields
     * @param values one for each key
     */
    public ObjectNode set(JsonNode object, JsonNode... values) {
        CompactFieldMap fields = CompactFieldMap.in(object);
        Layout layout = known;
        Map<String, JsonNode> result = fields != null && fields.hasKeys(layout.before) ? laidOut(layout, fields, values)
                : lookedUp(fields, object, values);
        return new ObjectNode(JsonNodeFactory.instance, result);
    }

    private static Map<String, JsonNode> laidOut(Layout layout, CompactFieldMap fields, JsonNode[] values) {
        JsonNode[] all = fields.copyOfValues(layout.after.length);
        for (int i = 0; i < values.length; i++) {
            all[layout.positions[i]] = values[i];
        }
        return CompactFieldMap.of(layout.after, all);
    }

    private Map<String, JsonNode> lookedUp(CompactFieldMap fields, JsonNode object, JsonNode[] values) {
        Map<String, JsonNode> all = CompactFieldMap.copyOf(object, keys.length);
        for (int i = 0; i < values.length; i++) {
            all.put(keys[i], values[i]);
        }
        if (fields != null && all instanceof CompactFieldMap && layoutMisses++ % STRANGE_PER_LEARNED == 0) {
            String[] after = all.keySet().toArray(String[]::new);
            known = new Layout(fields.keySet().toArray(String[]::new), after, positions(after));
        }
        return all;
    }

    /** Positions of the keys among others. */
    private int[] positions(String[] all) {
        return Arrays.stream(keys).mapToInt(Arrays.asList(all)::indexOf).toArray();
    }
}
