package dev.cairn.value;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.AbstractKeyword;
import com.networknt.schema.BaseJsonValidator;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.JsonNodePath;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonValidator;
import com.networknt.schema.Keyword;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.ValidationContext;
import com.networknt.schema.ValidationMessage;
import com.networknt.schema.ValidatorTypeCode;

/**
 * The keywords of JSON Schema that compare values: {@code const}, {@code enum} and {@code uniqueItems}. Numbers are equal by their
 * value at any depth: the library would tell 1 from 1.0 inside of arrays and objects.
 */
final class SchemaEqualityKeywords {

    private static final List<ValidatorTypeCode> COMPARING = List.of(ValidatorTypeCode.CONST, ValidatorTypeCode.ENUM,
            ValidatorTypeCode.UNIQUE_ITEMS);

    private SchemaEqualityKeywords() {}

    /** These keywords in place of the library's, the others as they are. */
    static List<Keyword> replacedIn(Collection<Keyword> keywords) {
        return keywords.stream().map(SchemaEqualityKeywords::replaced).toList();
    }

    private static Keyword replaced(Keyword keyword) {
        return COMPARING.stream().filter(code -> code.getValue().equals(keyword.getValue())).findFirst()
                .<Keyword>map(Equality::new).orElse(keyword);
    }

    private static final class Equality extends AbstractKeyword {
        private final ValidatorTypeCode code;

        Equality(ValidatorTypeCode code) {
            super(code.getValue());
            this.code = code;
        }

        @Override
        public JsonValidator newValidator(SchemaLocation place, JsonNodePath path, JsonNode expected, JsonSchema parent,
                ValidationContext context) {
            return switch (code) {
                case CONST -> new Check(place, path, expected, parent, code, context, constantText(expected)) {
                    @Override
                    boolean holds(JsonNode value) {
                        return JqValues.equal(expected, value);
                    }
                };
                case ENUM -> new Check(place, path, expected, parent, code, context, listText(expected)) {
                    private final Set<ValueKey> allowed = keys(expected);

                    @Override
                    boolean holds(JsonNode value) {
                        return allowed.contains(new ValueKey(value));
                    }
                };
                default -> new Check(place, path, expected, parent, code, context, "") {
                    @Override
                    boolean holds(JsonNode value) {
                        return !expected.booleanValue() || !value.isArray() || keys(value).size() == value.size();
                    }
                };
            };
        }
    }

    /** Text as it is, anything else as JSON. */
    private static String constantText(JsonNode expected) {
        return expected.isTextual() ? expected.textValue() : expected.toString();
    }

    private static String listText(JsonNode expected) {
        return StreamSupport.stream(expected.spliterator(), false).map(JsonNode::toString).toList().toString();
    }

    private static Set<ValueKey> keys(JsonNode array) {
        Set<ValueKey> keys = new HashSet<>();
        array.forEach(element -> keys.add(new ValueKey(element)));
        return keys;
    }

    private abstract static class Check extends BaseJsonValidator {
        private final String expectedText;

        Check(SchemaLocation place, JsonNodePath path, JsonNode expected, JsonSchema parent, ValidatorTypeCode code,
                ValidationContext context, String expectedText) {
            super(place, path, expected, parent, code, context);
            this.expectedText = expectedText;
        }

        abstract boolean holds(JsonNode value);

        @Override
        public Set<ValidationMessage> validate(ExecutionContext execution, JsonNode value, JsonNode root, JsonNodePath place) {
            return holds(value) ? Set.of()
                    : Set.of(message().instanceNode(value).instanceLocation(place)
                            .locale(execution.getExecutionConfig().getLocale()).failFast(execution.isFailFast())
                            .arguments(expectedText).build());
        }
    }

    /** A value as a key: keys are equal if {@link JqValues#equal} says so of their values. */
    private record ValueKey(JsonNode value, int hash) {

        ValueKey(JsonNode value) {
            this(value, hash(value));
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof ValueKey key && hash == key.hash && JqValues.equal(value, key.value);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        private static int hash(JsonNode value) {
            int hash = value.getNodeType().ordinal();
            switch (value.getNodeType()) {
                // Adding zero makes -0.0, which equals 0, the same.
                case NUMBER -> hash = Double.hashCode(value.doubleValue() + 0.0);
                case OBJECT -> {
                    for (Map.Entry<String, JsonNode> field : value.properties()) {
                        hash += field.getKey().hashCode() ^ 31 * hash(field.getValue());
                    }
                }
                case ARRAY -> {
                    for (JsonNode element : value) {
                        hash = 31 * hash + hash(element);
                    }
                }
                default -> hash = value.hashCode();
            }
            return hash;
        }
    }
}
