package dev.cairn.jq.node;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.ExpressionException;
import dev.cairn.jq.value.ValueAccess;
import dev.cairn.jq.value.ValuePath;
import dev.cairn.value.JqValues;

/** Executable nodes of field, index, slice and iteration expressions. */
public final class AccessNodes {

    private AccessNodes() {}

    /** {@code target.name.name}: one or more fields on the way. */
    public static final class Field extends EvaluationNode {
        private final EvaluationNode target;
        /** True if the target is the input, which is then not evaluated. */
        private final boolean isInput;
        private final TextNode[] keys;
        private final String[] names;

        private Field(EvaluationNode target, TextNode... keys) {
            super(target.results);
            this.target = target;
            this.isInput = target == LeafNodes.Input.INSTANCE;
            this.keys = keys;
            this.names = Stream.of(keys).map(key -> key.textValue().intern()).toArray(String[]::new);
        }

        public static Field of(EvaluationNode target, String name) {
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
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            JsonNode value = isInput ? input : target.eval(scope, locals, input);
            if (value == null) {
                return null;
            }
            for (String name : names) {
                if (value instanceof ObjectNode) {
                    JsonNode field = value.get(name);
                    value = field == null ? NullNode.instance : field;
                } else {
                    value = ValueAccess.field(value, name);
                }
            }
            return value;
        }

        @Override
        public boolean each(EvaluationHost scope, BindingEnvironment locals, ValuePath path, JsonNode input, ResultSink sink) {
            if (isInput) {
                return follow(path, input, sink);
            }
            return target.each(scope, locals, path, input, (p, value) -> follow(p, value, sink));
        }

        private boolean follow(ValuePath path, JsonNode start, ResultSink sink) {
            ValuePath reached = path;
            JsonNode value = start;
            for (int i = 0; i < names.length; i++) {
                reached = ValuePath.index(reached, value, keys[i]);
                value = ValueAccess.field(value, names[i]);
            }
            return sink.accept(reached, value);
        }
    }

    /** {@code target[key]}. */
    public static final class Index extends EvaluationNode {
        private final EvaluationNode target;
        private final EvaluationNode key;
        /** True to give no result if the target cannot be indexed by the key. */
        private final boolean isOptional;

        public Index(EvaluationNode target, EvaluationNode key, boolean isOptional) {
            super(isOptional ? Math.max(AT_MOST_ONE, most(target, key)) : most(target, key));
            this.target = target;
            this.key = key;
            this.isOptional = isOptional;
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            JsonNode k = key.eval(scope, locals, input);
            JsonNode value = k == null ? null : target.eval(scope, locals, input);
            return value == null ? null : element(scope, value, k);
        }

        @Override
        public boolean each(EvaluationHost scope, BindingEnvironment locals, ValuePath path, JsonNode input, ResultSink sink) {
            return key.each(scope, locals, null, input, (ignored, k) -> target.each(scope, locals, path, input,
                    (p, value) -> {
                        ValuePath reached = ValuePath.index(p, value, k);
                        JsonNode element = element(scope, value, k);
                        return element == null || sink.accept(reached, element);
                    }));
        }

        private JsonNode element(EvaluationHost scope, JsonNode value, JsonNode k) {
            if (!isOptional) {
                return ValueAccess.index(scope, value, k);
            }
            if (k.isTextual() && !value.isObject() && !value.isNull()) {
                return null;
            }
            try {
                return ValueAccess.index(scope, value, k);
            } catch (ExpressionException e) {
                return null;
            }
        }
    }

    /** {@code target[from:to]}. */
    public static final class Slice extends EvaluationNode {
        private final EvaluationNode target;
        private final EvaluationNode from;
        private final EvaluationNode to;
        private final boolean isOptional;

        public Slice(EvaluationNode target, EvaluationNode from, EvaluationNode to, boolean isOptional) {
            super(isOptional ? Math.max(AT_MOST_ONE, most(target, from, to)) : most(target, from, to));
            this.target = target;
            this.from = from;
            this.to = to;
            this.isOptional = isOptional;
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            JsonNode start = from.eval(scope, locals, input);
            JsonNode end = start == null ? null : to.eval(scope, locals, input);
            JsonNode value = end == null ? null : target.eval(scope, locals, input);
            return value == null ? null : slice(scope, value, start, end);
        }

        @Override
        public boolean each(EvaluationHost scope, BindingEnvironment locals, ValuePath path, JsonNode input, ResultSink sink) {
            return from.each(scope, locals, null, input,
                    (ignored, start) -> to.each(scope, locals, null, input, (ignoredToo, end) -> target.each(scope,
                            locals, path, input, (p, value) -> {
                                ValuePath reached = p == null ? null
                                        : ValuePath.index(p, value, ValueAccess.sliceKey(start, end));
                                JsonNode result = slice(scope, value, start, end);
                                return result == null || sink.accept(reached, result);
                            })));
        }

        private JsonNode slice(EvaluationHost scope, JsonNode value, JsonNode start, JsonNode end) {
            try {
                return ValueAccess.slice(scope, value, start, end);
            } catch (ExpressionException e) {
                if (isOptional) {
                    return null;
                }
                throw e;
            }
        }
    }

    /** {@code target[]}. */
    public static final class Iterate extends MultiResultNode {
        final EvaluationNode target;
        /** True to give no result if the target has no elements. */
        private final boolean isOptional;

        public Iterate(EvaluationNode target, boolean isOptional) {
            this.target = target;
            this.isOptional = isOptional;
        }

        @Override
        public boolean each(EvaluationHost scope, BindingEnvironment locals, ValuePath path, JsonNode input, ResultSink sink) {
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

        private boolean iterate(EvaluationHost scope, ValuePath path, JsonNode value, ResultSink sink) {
            if (isOptional && !JqValues.isContainer(value)) {
                ValuePath.iterate(path, value);
                return true;
            }
            return children(scope, path, value, sink);
        }

        public static boolean children(EvaluationHost scope, ValuePath path, JsonNode value, ResultSink sink) {
            ValuePath.iterate(path, value);
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
                    if (!sink.accept(ValuePath.field(path, value, field.getKey()), field.getValue())) {
                        return false;
                    }
                }
                return true;
            }
            throw ValueAccess.cannotIterate(value);
        }
    }
}
