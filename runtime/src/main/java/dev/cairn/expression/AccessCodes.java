package dev.cairn.expression;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.value.Values;

/** Code that reaches into values, and thereby extends paths. */
final class AccessCodes {

    private AccessCodes() {}

    /** {@code target.name.name}: one or more fields on the way. */
    static final class Field extends Code {
        private final Code target;
        /** True if the target is the input, which is then not evaluated. */
        private final boolean isInput;
        private final TextNode[] keys;
        private final String[] names;

        private Field(Code target, TextNode... keys) {
            super(target.results);
            this.target = target;
            this.isInput = target == BasicCodes.Input.INSTANCE;
            this.keys = keys;
            this.names = Stream.of(keys).map(key -> key.textValue().intern()).toArray(String[]::new);
        }

        static Field of(Code target, String name) {
            TextNode key = TextNode.valueOf(name);
            if (target instanceof Field before) {
                TextNode[] keys = Arrays.copyOf(before.keys, before.keys.length + 1);
                keys[before.keys.length] = key;
                return new Field(before.target, keys);
            }
            return new Field(target, key);
        }

        /** The names, if they are looked up in the input itself; else null. */
        String[] namesInInput() {
            return isInput ? names : null;
        }

        @Override
        JsonNode eval(Scope scope, Locals locals, JsonNode input) {
            JsonNode value = isInput ? input : target.eval(scope, locals, input);
            if (value == null) {
                return null;
            }
            for (String name : names) {
                if (value instanceof ObjectNode) {
                    JsonNode field = value.get(name);
                    value = field == null ? NullNode.instance : field;
                } else {
                    value = Access.field(value, name);
                }
            }
            return value;
        }

        @Override
        boolean each(Scope scope, Locals locals, Path path, JsonNode input, Sink sink) {
            if (isInput) {
                return follow(path, input, sink);
            }
            return target.each(scope, locals, path, input, (p, value) -> follow(p, value, sink));
        }

        private boolean follow(Path path, JsonNode start, Sink sink) {
            Path reached = path;
            JsonNode value = start;
            for (int i = 0; i < names.length; i++) {
                reached = Path.index(reached, value, keys[i]);
                value = Access.field(value, names[i]);
            }
            return sink.accept(reached, value);
        }
    }

    /** {@code target[key]}. */
    static final class Index extends Code {
        private final Code target;
        private final Code key;
        /** True to give no result if the target cannot be indexed by the key. */
        private final boolean isOptional;

        Index(Code target, Code key, boolean isOptional) {
            super(isOptional ? Math.max(AT_MOST_ONE, most(target, key)) : most(target, key));
            this.target = target;
            this.key = key;
            this.isOptional = isOptional;
        }

        @Override
        JsonNode eval(Scope scope, Locals locals, JsonNode input) {
            JsonNode k = key.eval(scope, locals, input);
            JsonNode value = k == null ? null : target.eval(scope, locals, input);
            return value == null ? null : element(scope, value, k);
        }

        @Override
        boolean each(Scope scope, Locals locals, Path path, JsonNode input, Sink sink) {
            return key.each(scope, locals, null, input, (ignored, k) -> target.each(scope, locals, path, input,
                    (p, value) -> {
                        Path reached = Path.index(p, value, k);
                        JsonNode element = element(scope, value, k);
                        return element == null || sink.accept(reached, element);
                    }));
        }

        private JsonNode element(Scope scope, JsonNode value, JsonNode k) {
            if (!isOptional) {
                return Access.index(scope, value, k);
            }
            if (k.isTextual() && !value.isObject() && !value.isNull()) {
                return null;
            }
            try {
                return Access.index(scope, value, k);
            } catch (ExpressionException e) {
                return null;
            }
        }
    }

    /** {@code target[from:to]}. */
    static final class Slice extends Code {
        private final Code target;
        private final Code from;
        private final Code to;
        private final boolean isOptional;

        Slice(Code target, Code from, Code to, boolean isOptional) {
            super(isOptional ? Math.max(AT_MOST_ONE, most(target, from, to)) : most(target, from, to));
            this.target = target;
            this.from = from;
            this.to = to;
            this.isOptional = isOptional;
        }

        @Override
        JsonNode eval(Scope scope, Locals locals, JsonNode input) {
            JsonNode start = from.eval(scope, locals, input);
            JsonNode end = start == null ? null : to.eval(scope, locals, input);
            JsonNode value = end == null ? null : target.eval(scope, locals, input);
            return value == null ? null : slice(scope, value, start, end);
        }

        @Override
        boolean each(Scope scope, Locals locals, Path path, JsonNode input, Sink sink) {
            return from.each(scope, locals, null, input,
                    (ignored, start) -> to.each(scope, locals, null, input, (ignoredToo, end) -> target.each(scope,
                            locals, path, input, (p, value) -> {
                                Path reached = p == null ? null : Path.index(p, value, Access.sliceKey(start, end));
                                JsonNode result = slice(scope, value, start, end);
                                return result == null || sink.accept(reached, result);
                            })));
        }

        private JsonNode slice(Scope scope, JsonNode value, JsonNode start, JsonNode end) {
            try {
                return Access.slice(scope, value, start, end);
            } catch (ExpressionException e) {
                if (isOptional) {
                    return null;
                }
                throw e;
            }
        }
    }

    /** {@code target[]}. */
    static final class Iterate extends ManyCode {
        final Code target;
        /** True to give no result if the target has no elements. */
        private final boolean isOptional;

        Iterate(Code target, boolean isOptional) {
            this.target = target;
            this.isOptional = isOptional;
        }

        @Override
        boolean each(Scope scope, Locals locals, Path path, JsonNode input, Sink sink) {
            if (path == null && target.isDirect()) {
                JsonNode value = target.eval(scope, locals, input);
                return value == null || iterate(scope, null, value, sink);
            }
            return target.each(scope, locals, path, input, (p, value) -> iterate(scope, p, value, sink));
        }

        /** True if exactly one value has these elements, or an error occurs. */
        boolean hasOneTarget() {
            return target.results == ONE && !isOptional;
        }

        private boolean iterate(Scope scope, Path path, JsonNode value, Sink sink) {
            if (isOptional && !Values.isContainer(value)) {
                Path.iterate(path, value);
                return true;
            }
            return children(scope, path, value, sink);
        }

        static boolean children(Scope scope, Path path, JsonNode value, Sink sink) {
            Path.iterate(path, value);
            if (value.isArray()) {
                for (int i = 0; i < value.size(); i++) {
                    scope.charge(1);
                    if (!sink.accept(path == null ? null : path.child(i), value.get(i))) {
                        return false;
                    }
                }
                return true;
            }
            if (value instanceof ObjectNode object) {
                for (Map.Entry<String, JsonNode> field : object.properties()) {
                    scope.charge(1);
                    if (!sink.accept(Path.field(path, value, field.getKey()), field.getValue())) {
                        return false;
                    }
                }
                return true;
            }
            throw Access.cannotIterate(value);
        }
    }
}
