package dev.cairn.jq.node;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.ExpressionException;
import dev.cairn.jq.value.EvaluationCharges;
import dev.cairn.jq.value.ResultArray;
import dev.cairn.jq.value.TextFormat;
import dev.cairn.jq.value.ValueAccess;
import dev.cairn.jq.value.ValuePath;
import dev.cairn.value.CompactFieldMap;
import dev.cairn.value.JqValues;

/** Code that builds arrays, objects and texts. */
public final class ConstructionNodes {

    private ConstructionNodes() {}

    /** {@code [content]}. */
    public static final class Collect extends PathlessNode {
        private final EvaluationNode content;

        public Collect(EvaluationNode content) {
            super(ONE);
            this.content = content;
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            if (content.isDirect()) {
                ArrayNode array = JsonNodeFactory.instance.arrayNode();
                JsonNode value = content.eval(scope, locals, input);
                return value == null ? array : array.add(value);
            }
            ResultArray results = new ResultArray(scope, 10);
            content.each(scope, locals, null, input, (p, value) -> results.add(scope, value));
            return results.array;
        }
    }

    /** An object of fixed keys, each with one result. */
    public static final class FixedObject extends PathlessNode {
        final String[] keys;
        private final EvaluationNode[] values;
        /** The values if they are constants, else null. */
        private final JsonNode[] constants;
        private final boolean isCompact;

        public FixedObject(String[] keys, EvaluationNode[] values) {
            super(most(values));
            this.keys = keys;
            this.values = values;
            this.isCompact = keys.length <= CompactFieldMap.MAX_COMPACT
                    && Arrays.stream(keys).distinct().count() == keys.length;
            boolean isConstant = Stream.of(values).allMatch(LeafNodes.Constant.class::isInstance);
            this.constants = isConstant
                    ? Stream.of(values).map(value -> ((LeafNodes.Constant) value).value).toArray(JsonNode[]::new)
                    : null;
        }

        /** The code as one of few keys, all different, if it is: it has {@link #fields} then. Else null. */
        static FixedObject compact(EvaluationNode code) {
            if (code instanceof LeafNodes.Constant constant && constant.value instanceof ObjectNode object) {
                return compact(new FixedObject(object.propertyStream().map(Map.Entry::getKey).toArray(String[]::new),
                        object.valueStream().map(LeafNodes.Constant::new).toArray(EvaluationNode[]::new)));
            }
            return code instanceof FixedObject fixed && fixed.isCompact ? fixed : null;
        }

        /** True if the result is the same object for every input. */
        public boolean isConstant() {
            return constants != null;
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            if (!isCompact) {
                return general(scope, locals, input);
            }
            JsonNode[] fields = fields(scope, locals, input);
            return fields == null ? null : object(fields);
        }

        /** The values of the keys, or null if one has none. */
        JsonNode[] fields(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            if (constants != null) {
                return constants;
            }
            JsonNode[] fields = new JsonNode[values.length];
            for (int i = 0; i < fields.length; i++) {
                fields[i] = values[i].eval(scope, locals, input);
                if (fields[i] == null) {
                    return null;
                }
            }
            return fields;
        }

        /** An object of these values. */
        JsonNode object(JsonNode[] fields) {
            return new ObjectNode(JsonNodeFactory.instance, CompactFieldMap.of(keys, fields));
        }

        private JsonNode general(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            Map<String, JsonNode> fields = CompactFieldMap.withRoomFor(keys.length);
            for (int i = 0; i < keys.length; i++) {
                JsonNode value = values[i].eval(scope, locals, input);
                if (value == null) {
                    return null;
                }
                fields.put(keys[i], value);
            }
            return new ObjectNode(JsonNodeFactory.instance, fields);
        }
    }

    /** {@code {key: value, …}} in general; the last entry varies fastest. */
    public static final class GeneralObject extends PathlessNode {
        private final EvaluationNode[] keys;
        /** Null for a key alone. */
        private final EvaluationNode[] values;

        public GeneralObject(EvaluationNode[] keys, EvaluationNode[] values) {
            super(most(
                    Stream.concat(Stream.of(keys), Stream.of(values).filter(Objects::nonNull)).toArray(EvaluationNode[]::new)));
            this.keys = keys;
            this.values = values;
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            Map<String, JsonNode> fields = CompactFieldMap.withRoomFor(keys.length);
            for (int i = 0; i < keys.length; i++) {
                JsonNode key = keys[i].eval(scope, locals, input);
                if (key == null) {
                    return null;
                }
                JsonNode value = values[i] == null ? ValueAccess.index(scope, input, key)
                        : values[i].eval(scope, locals, input);
                if (value == null) {
                    return null;
                }
                scope.charge(1);
                fields.put(name(scope, key), value);
            }
            return new ObjectNode(JsonNodeFactory.instance, fields);
        }

        @Override
        protected boolean eachValue(EvaluationHost scope, BindingEnvironment locals, JsonNode input, ResultSink sink) {
            return entry(0, Map.of(), scope, locals, input, sink);
        }

        private boolean entry(int index, Map<String, JsonNode> before, EvaluationHost scope, BindingEnvironment locals,
                JsonNode input, ResultSink sink) {
            if (index == keys.length) {
                return sink.accept(null, new ObjectNode(JsonNodeFactory.instance, new LinkedHashMap<>(before)));
            }
            return keys[index].each(scope, locals, null, input, (p, key) -> {
                ResultSink rest = (q, value) -> {
                    scope.charge(1);
                    EvaluationCharges.chargeCopies(scope, before.size());
                    Map<String, JsonNode> fields = new LinkedHashMap<>(before);
                    fields.put(name(scope, key), value);
                    return entry(index + 1, fields, scope, locals, input, sink);
                };
                return values[index] == null ? rest.accept(null, ValueAccess.index(scope, input, key))
                        : values[index].each(scope, locals, null, input, rest);
            });
        }

        private static String name(EvaluationHost scope, JsonNode key) {
            if (!key.isTextual()) {
                throw new ExpressionException(
                        "Object keys must be strings: " + JqValues.describe(key) + " cannot be one");
            }
            EvaluationCharges.chargeLooks(scope, key);
            return key.textValue();
        }
    }

    /** An array of a fixed number of elements, each with one result. */
    public static final class FixedArray extends PathlessNode {
        private final EvaluationNode[] elements;

        public FixedArray(EvaluationNode[] elements) {
            super(ONE);
            this.elements = elements;
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            ArrayNode array = JsonNodeFactory.instance.arrayNode(elements.length);
            for (EvaluationNode element : elements) {
                array.add(element.eval(scope, locals, input));
            }
            return array;
        }
    }

    /** Exactly one result of any code: none counts as null, several are an error. */
    public static final class Single extends PathlessNode {
        private final EvaluationNode content;

        private Single(EvaluationNode content) {
            super(ONE);
            this.content = content;
        }

        public static EvaluationNode of(EvaluationNode content) {
            return content.results == ONE ? content : new Single(content);
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            if (content.isDirect()) {
                JsonNode value = content.eval(scope, locals, input);
                return value == null ? NullNode.instance : value;
            }
            OneResult result = new OneResult();
            content.each(scope, locals, null, input, result);
            return result.value == null ? NullNode.instance : result.value;
        }
    }

    private static final class OneResult implements ResultSink {
        private JsonNode value;

        @Override
        public boolean accept(ValuePath path, JsonNode result) {
            if (value != null) {
                throw new ExpressionException("The expression gives several results, the first two being "
                        + JqValues.describe(value) + " and " + JqValues.describe(result)
                        + "; collect them with [...] or take first(...)");
            }
            value = result;
            return true;
        }
    }

    /** A text with formatted parts; with several results the last part varies slowest. */
    public static final class Interpolation extends PathlessNode {
        private final EvaluationNode[] parts;
        /** Null for parts that stand as they are. */
        private final TextFormat[] formats;
        /** The texts of parts that stand as they are, null for others. */
        private final String[] constants;

        public Interpolation(EvaluationNode[] parts, TextFormat[] formats) {
            super(most(parts));
            this.parts = parts;
            this.formats = formats;
            this.constants = new String[parts.length];
            Arrays.setAll(constants, i -> parts[i] instanceof LeafNodes.Constant constant && formats[i] == null
                    ? constant.value.textValue()
                    : null);
        }

        @Override
        public JsonNode eval(EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            // From the last to the first, as several results of them are combined; it matters where one fails or has none.
            if (parts.length == 2) {
                String second = text(1, scope, locals, input);
                String first = second == null ? null : text(0, scope, locals, input);
                if (first == null) {
                    return null;
                }
                EvaluationCharges.chargeText(scope, (long) first.length() + second.length());
                return TextNode.valueOf(first.concat(second));
            }
            String[] texts = new String[parts.length];
            long length = 0;
            for (int i = parts.length - 1; i >= 0; i--) {
                texts[i] = text(i, scope, locals, input);
                if (texts[i] == null) {
                    return null;
                }
                length += texts[i].length();
            }
            EvaluationCharges.chargeText(scope, length);
            return TextNode.valueOf(joined(texts));
        }

        /** The text of a part, or null if it has none. */
        private String text(int index, EvaluationHost scope, BindingEnvironment locals, JsonNode input) {
            if (constants[index] != null) {
                return constants[index];
            }
            JsonNode value = parts[index].eval(scope, locals, input);
            return value == null ? null : formatted(index, scope, value);
        }

        @Override
        protected boolean eachValue(EvaluationHost scope, BindingEnvironment locals, JsonNode input, ResultSink sink) {
            return part(parts.length - 1, "", scope, locals, input, sink);
        }

        private boolean part(int index, String after, EvaluationHost scope, BindingEnvironment locals, JsonNode input,
                ResultSink sink) {
            if (index < 0) {
                return sink.accept(null, TextNode.valueOf(after));
            }
            return parts[index].each(scope, locals, null, input, (p, value) -> {
                String text = formatted(index, scope, value).concat(after);
                EvaluationCharges.chargeText(scope, text.length());
                return part(index - 1, text, scope, locals, input, sink);
            });
        }

        /** The usual numbers of parts are put together at once. */
        private static String joined(String[] texts) {
            return switch (texts.length) {
                case 1 -> texts[0];
                case 3 -> texts[0] + texts[1] + texts[2];
                case 4 -> texts[0] + texts[1] + texts[2] + texts[3];
                default -> String.join("", texts);
            };
        }

        private String formatted(int index, EvaluationHost scope, JsonNode value) {
            if (formats[index] == null) {
                return value.textValue();
            }
            EvaluationCharges.chargeLooks(scope, value);
            return formats[index].format(scope, value);
        }
    }
}
