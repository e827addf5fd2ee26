package dev.cairn.value;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A map with the fields of a small object, in the order they came. Incoming objects and those that expressions make have few
 * fields: two arrays take a third of the time and of the memory of a hash table with its entries. A map that becomes large
 * keeps a hash table after all. Null is neither a key nor a value. Threads may share a map that is no longer changed.
 */
public final class CompactFieldMap extends AbstractMap<String, JsonNode> {

    /** Up to here, comparing keys one after another is as fast as looking them up. */
    public static final int MAX_COMPACT = 12;

    private String[] keys;
    private JsonNode[] values;
    private int size;
    /** True if other maps have the same array of keys, which must not be changed then. */
    private boolean sharesKeys;
    /** All fields, once there are many; then the arrays are null. */
    private Map<String, JsonNode> hashTable;

    private CompactFieldMap(String[] keys, JsonNode[] values) {
        this.keys = keys;
        this.values = values;
    }

    /**
     * A map of fields that are known.
     *
     * @param keys all different; may be shared by any number of maps, and must not be changed any more
     * @param values of the keys, at most {@link #MAX_COMPACT}; belongs to the map from now on
     */
    public static Map<String, JsonNode> of(String[] keys, JsonNode[] values) {
        CompactFieldMap fields = new CompactFieldMap(keys, values);
        fields.size = keys.length;
        fields.sharesKeys = true;
        return fields;
    }

    /** An empty map that has room. */
    public static Map<String, JsonNode> withRoomFor(int count) {
        return count > MAX_COMPACT ? new LinkedHashMap<>(count * 4 / 3 + 1)
                : new CompactFieldMap(new String[count], new JsonNode[count]);
    }

    /** The fields of an object in a map that has room for more; of any other value an empty map. */
    public static Map<String, JsonNode> copyOf(JsonNode object, int more) {
        int room = object.size() + more;
        CompactFieldMap source = room > MAX_COMPACT ? null : in(object);
        if (source == null) {
            Map<String, JsonNode> fields = withRoomFor(room);
            object.forEachEntry(fields::put);
            return fields;
        }
        String[] keys = new String[room];
        System.arraycopy(source.keys, 0, keys, 0, source.size);
        CompactFieldMap copy = new CompactFieldMap(keys, source.copyOfValues(room));
        copy.size = source.size;
        return copy;
    }

    /** The fields of an object, then those of another one, which replace those of the same key. */
    public static Map<String, JsonNode> merged(JsonNode object, JsonNode over) {
        Map<String, JsonNode> fields = copyOf(object, over.size());
        CompactFieldMap source = in(over);
        if (source == null) {
            over.forEachEntry(fields::put);
            return fields;
        }
        for (int i = 0; i < source.size; i++) {
            fields.put(source.keys[i], source.values[i]);
        }
        return fields;
    }

    /** The map that an object has, or null if that is one of another kind. */
    static CompactFieldMap in(JsonNode object) {
        Finder finder = new Finder();
        if (object.size() <= MAX_COMPACT) {
            object.forEachEntry(finder);
        }
        return finder.found;
    }

    /** True if these are the keys, in this order. */
    boolean hasKeys(String[] expected) {
        if (size != expected.length) {
            return false;
        }
        for (int i = 0; i < size; i++) {
            if (keys[i] != expected[i] && !keys[i].equals(expected[i])) {
                return false;
            }
        }
        return true;
    }

    /** The values in an array that has room for more. */
    JsonNode[] copyOfValues(int room) {
        JsonNode[] copy = new JsonNode[room];
        System.arraycopy(values, 0, copy, 0, size);
        return copy;
    }

    @Override
    public int size() {
        return hashTable == null ? size : hashTable.size();
    }

    @Override
    public JsonNode get(Object key) {
        if (hashTable != null) {
            return hashTable.get(key);
        }
        int index = indexOf(key);
        return index < 0 ? null : values[index];
    }

    @Override
    public boolean containsKey(Object key) {
        return get(key) != null;
    }

    @Override
    public JsonNode put(String key, JsonNode value) {
        if (hashTable != null) {
            return hashTable.put(key, value);
        }
        int index = indexOf(key);
        if (index >= 0) {
            JsonNode before = values[index];
            values[index] = value;
            return before;
        }
        if (size < MAX_COMPACT) {
            append(key, value);
            return null;
        }
        Map<String, JsonNode> all = new LinkedHashMap<>(MAX_COMPACT * 2);
        forEach(all::put);
        all.put(key, value);
        hashTable = all;
        keys = null;
        values = null;
        return null;
    }

    @Override
    public JsonNode remove(Object key) {
        if (hashTable != null) {
            return hashTable.remove(key);
        }
        int index = indexOf(key);
        if (index < 0) {
            return null;
        }
        JsonNode before = values[index];
        ownKeys(keys.length);
        size--;
        System.arraycopy(keys, index + 1, keys, index, size - index);
        System.arraycopy(values, index + 1, values, index, size - index);
        keys[size] = null;
        values[size] = null;
        return before;
    }

    @Override
    public void clear() {
        keys = new String[0];
        values = new JsonNode[0];
        size = 0;
        sharesKeys = false;
        hashTable = null;
    }

    @Override
    public void forEach(BiConsumer<? super String, ? super JsonNode> action) {
        if (hashTable != null) {
            hashTable.forEach(action);
            return;
        }
        if (action instanceof Finder finder) {
            finder.found = this;
            return;
        }
        for (int i = 0; i < size; i++) {
            action.accept(keys[i], values[i]);
        }
    }

    @Override
    public Set<Entry<String, JsonNode>> entrySet() {
        return hashTable == null ? new Entries() : hashTable.entrySet();
    }

    private int indexOf(Object key) {
        String[] all = keys;
        // Names in expressions and in text that was read are interned, so most keys are found without looking into them.
        for (int i = 0; i < size; i++) {
            if (all[i] == key) {
                return i;
            }
        }
        int hash = Objects.hashCode(key);
        for (int i = 0; i < size; i++) {
            if (all[i].hashCode() == hash && all[i].equals(key)) {
                return i;
            }
        }
        return -1;
    }

    /** Adds a field that is not here yet. */
    private void append(String key, JsonNode value) {
        if (size == keys.length) {
            int room = Math.max(4, size * 2);
            ownKeys(room);
            values = Arrays.copyOf(values, room);
        }
        keys[size] = key;
        values[size++] = value;
    }

    private void ownKeys(int room) {
        if (sharesKeys || room > keys.length) {
            keys = Arrays.copyOf(keys, room);
            sharesKeys = false;
        }
    }

    /** An object does not hand out its map, but visits it. */
    private static final class Finder implements BiConsumer<String, JsonNode> {
        private CompactFieldMap found;

        @Override
        public void accept(String key, JsonNode value) {
            // A map that visits its fields itself is another class.
        }
    }

    private final class Entries extends AbstractSet<Entry<String, JsonNode>> {

        @Override
        public int size() {
            return size;
        }

        @Override
        public Iterator<Entry<String, JsonNode>> iterator() {
            return new EntryIterator();
        }
    }

    private final class EntryIterator implements Iterator<Entry<String, JsonNode>> {
        private int next;

        @Override
        public boolean hasNext() {
            return next < size;
        }

        @Override
        public Entry<String, JsonNode> next() {
            if (hashTable != null) {
                throw new ConcurrentModificationException();
            }
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return new Field(next++);
        }

        @Override
        public void remove() {
            CompactFieldMap.this.remove(keys[--next]);
        }
    }

    /** A field that can be given another value. */
    private final class Field extends SimpleEntry<String, JsonNode> {

        private static final long serialVersionUID = 1L;

        Field(int index) {
            super(keys[index], values[index]);
        }

        @Override
        public JsonNode setValue(JsonNode value) {
            put(getKey(), value);
            return super.setValue(value);
        }
    }
}
