package dev.cairn.compiler.reader;

import java.util.HashMap;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.definition.JavaDefinitionDocument;
import dev.cairn.definition.MethodReference;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.SourceMap;

/**
 * A definition as JSON, with the place of every value. A value of a file that has a key stands where its key stands, unless it is a
 * scalar.
 */
final class SourceTree implements SourceMap {

    private final JsonNode root;
    private final Map<String, SourceLocation> values;
    private final Map<String, SourceLocation> keys;
    private final Map<String, MethodReference> methods;
    private final Map<String, String> remedies;

    private final Map<String, String> aliases = new HashMap<>();
    private final Map<String, SourceTree> mounted = new HashMap<>();
    private final RecordedReaderGrammar shapes = new RecordedReaderGrammar();

    private SourceTree(JsonNode root, Map<String, SourceLocation> values, Map<String, SourceLocation> keys,
            Map<String, MethodReference> methods, Map<String, String> remedies) {
        this.root = root;
        this.values = values;
        this.keys = keys;
        this.methods = methods;
        this.remedies = remedies;
    }

    /** The tree of a definition that was written elsewhere than in a file of the DSL. */
    static SourceTree of(JavaDefinitionDocument source) {
        return new SourceTree(source.json(), source.locations(), Map.of(), source.methods(), source.remedies());
    }

    JsonNode root() {
        return root;
    }

    /** The requests of the reader. */
    RecordedReaderGrammar shapes() {
        return shapes;
    }

    /** The method that a call stands for, or null if the call has a name. */
    MethodReference method(String pointer) {
        return methods.get(at(pointer).written());
    }

    /** Location of a member's key, even if its value is a scalar. */
    SourceLocation atKey(String pointer) {
        SourceLocation location = keys.get(pointer);
        return location == null ? at(pointer) : location;
    }

    /** The suggestion for a fault, in the words of the language that the definition is written in. */
    String remedy(String fault, String inYaml) {
        return remedies.getOrDefault(fault, inYaml);
    }

    /** Lets what is said about a pointer be found where another one was written: a function, where it is called. */
    void alias(String pointer, String written) {
        aliases.put(pointer, written);
    }

    /** Lets the parts of another file, which stands at a pointer here, be found in that file. */
    void mount(String pointer, SourceTree other) {
        other.alias(pointer, "");
        mounted.put(pointer, other);
    }

    @Override
    public SourceLocation at(String pointer) {
        String ancestor = pointer;
        SourceLocation location = values.get(ancestor);
        while (location == null) {
            SourceTree other = mounted.get(ancestor);
            if (other != null) {
                return other.at(pointer);
            }
            String written = aliases.get(ancestor);
            if (written != null) {
                SourceLocation there = at(written + pointer.substring(ancestor.length()));
                return new SourceLocation(there.file(), there.line(), there.column(), pointer, there.written());
            }
            ancestor = ancestor.substring(0, ancestor.lastIndexOf('/'));
            location = values.get(ancestor);
        }
        return new SourceLocation(location.file(), location.line(), location.column(), pointer);
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
        private final Map<String, SourceLocation> values = new HashMap<>();
        private final Map<String, SourceLocation> keys = new HashMap<>();

        Builder(String file) {
            this.file = file;
        }

        /** The place of an object or array that has a key is that of the key. */
        void container(String pointer, Place place) {
            values.put(pointer, keys.getOrDefault(pointer, location(pointer, place)));
        }

        void scalar(String pointer, Place place) {
            values.put(pointer, location(pointer, place));
        }

        void key(String pointer, Place place) {
            keys.put(pointer, location(pointer, place));
        }

        /** Values noted so far. */
        int size() {
            return values.size();
        }

        SourceLocation location(String pointer, Place place) {
            return place.in(file, pointer);
        }

        SourceTree build(JsonNode root) {
            return new SourceTree(root, values, keys, Map.of(), Map.of());
        }
    }
}
