package dev.cairn.compiler.reader;

import java.util.HashMap;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.SourceMap;

/**
 * A file as JSON, with the place of every value. A value that has a key stands where its key stands, unless it is a scalar.
 */
final class SourceTree implements SourceMap {

    private final String file;
    private final JsonNode root;
    private final Map<String, Place> values;
    private final Map<String, Place> keys;

    private final Map<String, String> aliases = new HashMap<>();
    private final ElementShapes shapes = new ElementShapes();

    private SourceTree(String file, JsonNode root, Map<String, Place> values, Map<String, Place> keys) {
        this.file = file;
        this.root = root;
        this.values = values;
        this.keys = keys;
    }

    JsonNode root() {
        return root;
    }

    /** The requests of the reader. */
    ElementShapes shapes() {
        return shapes;
    }

    @Override
    public SourceLocation at(String pointer) {
        return nearest(values, pointer);
    }

    /** Location of a member's key, even if its value is a scalar. */
    SourceLocation atKey(String pointer) {
        Place place = keys.get(pointer);
        return place == null ? at(pointer) : place.in(file, pointer);
    }

    /** Lets what is said about a pointer be found where another one was written: a function, where it is called. */
    void alias(String pointer, String written) {
        aliases.put(pointer, written);
    }

    private SourceLocation nearest(Map<String, Place> places, String pointer) {
        String ancestor = pointer;
        Place place = places.get(ancestor);
        while (place == null && !ancestor.isEmpty()) {
            String written = aliases.get(ancestor);
            if (written != null) {
                SourceLocation there = nearest(places, written + pointer.substring(ancestor.length()));
                return new SourceLocation(file, there.line(), there.column(), pointer, there.written());
            }
            ancestor = ancestor.substring(0, Math.max(0, ancestor.lastIndexOf('/')));
            place = places.get(ancestor);
        }
        return place == null ? new SourceLocation(file, 0, 0, pointer) : place.in(file, pointer);
    }

    /** A line and a column, each from 1. */
    record Place(int line, int column) {

        SourceLocation in(String file, String pointer) {
            return new SourceLocation(file, line, column, pointer);
        }
    }

    /** Notes places while a file is parsed. */
    static final class Builder {

        private final String file;
        private final Map<String, Place> values = new HashMap<>();
        private final Map<String, Place> keys = new HashMap<>();

        Builder(String file) {
            this.file = file;
        }

        /** The place of an object or array that has a key is that of the key. */
        void container(String pointer, Place place) {
            values.put(pointer, keys.getOrDefault(pointer, place));
        }

        void scalar(String pointer, Place place) {
            values.put(pointer, place);
        }

        void key(String pointer, Place place) {
            keys.put(pointer, place);
        }

        /** Values noted so far. */
        int size() {
            return values.size();
        }

        SourceLocation location(String pointer, Place place) {
            return place.in(file, pointer);
        }

        SourceTree build(JsonNode root) {
            return new SourceTree(file, root, values, keys);
        }
    }
}
