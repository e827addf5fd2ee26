package dev.cairn.expression;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.value.Numbers;
import dev.cairn.value.ValueLimits;
import dev.cairn.value.Values;

/** Position of a value below the input of a path expression: keys, indexes and slices, linked from the last one. */
final class Path {

    /** The input itself. */
    static final Path ROOT = new Path(null, null, 0);

    /** A value that was computed, and so stands nowhere. It can be passed on, but nothing can be reached through it. */
    static final Path LOST = new Path(null, null, 0);

    private final Path parent;
    private final JsonNode key;
    private final int length;

    private Path(Path parent, JsonNode key, int length) {
        this.parent = parent;
        this.key = key;
        this.length = length;
    }

    /** The path of a computed value: lost, if paths are wanted. */
    static Path ofComputed(Path path) {
        return path == null ? null : LOST;
    }

    /** One level further; null if paths are not wanted. */
    static Path field(Path path, JsonNode value, String name) {
        return path == null ? null : index(path, value, TextNode.valueOf(name));
    }

    /** One level further; null if paths are not wanted. */
    static Path index(Path path, JsonNode value, JsonNode key) {
        if (path == null) {
            return null;
        }
        if (path == LOST) {
            throw new ExpressionException("Invalid path expression near attempt to access element "
                    + Values.shortForm(key) + " of " + Values.shortForm(value));
        }
        return path.child(key);
    }

    /** Checks that elements can be reached; each of them is then a {@link #child}. */
    static void iterate(Path path, JsonNode value) {
        if (path == LOST) {
            throw new ExpressionException(
                    "Invalid path expression near attempt to iterate through " + Values.shortForm(value));
        }
    }

    Path child(JsonNode key) {
        if (length >= ValueLimits.MAX_DEPTH) {
            throw new ExpressionException("Path too deep");
        }
        return new Path(this, key, length + 1);
    }

    Path child(int index) {
        return child(Numbers.of(index));
    }

    /** The path as an array of keys. */
    static JsonNode toValue(Scope scope, Path path, JsonNode value) {
        if (path == LOST) {
            throw new ExpressionException("Invalid path expression with result " + Values.shortForm(value));
        }
        Work.chargeCopies(scope, path.length);
        JsonNode[] keys = new JsonNode[path.length];
        for (Path step = path; step.length > 0; step = step.parent) {
            keys[step.length - 1] = step.key;
        }
        ArrayNode array = JsonNodeFactory.instance.arrayNode(keys.length);
        for (JsonNode key : keys) {
            array.add(key);
        }
        return array;
    }

    /** The path that continues this one by the keys of an array. */
    static Path append(Path path, JsonNode value, JsonNode keys) {
        Path result = path;
        for (int i = 0; i < keys.size() && result != null; i++) {
            result = index(result, value, keys.get(i));
        }
        return result;
    }
}
