package dev.cairn.expression;

import java.nio.charset.StandardCharsets;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.value.Numbers;
import dev.cairn.value.Values;

/** Functions of any value: its type, its size, errors, and facts about this implementation. */
final class CoreBuiltins {

    private CoreBuiltins() {}

    static void addTo(BuiltinTable table) {
        table.value("not", (scope, input) -> BooleanNode.valueOf(!Values.truthy(input)));
        table.value("type", (scope, input) -> TextNode.valueOf(Values.typeName(input)));
        table.value("length", (scope, input) -> length(input));
        table.value("utf8bytelength", (scope, input) -> utf8Length(input));
        table.value("error", (scope, input) -> raise(input));
        table.value("error", (scope, input, value) -> raise(value));
        table.value("contains", (scope, input, part) -> contains(scope, input, part));
        table.value("inside", (scope, input, whole) -> contains(scope, whole, input));
        table.value("toarray", (scope, input) -> input.isArray() ? input : JsonNodeFactory.instance.arrayNode().add(input));
        table.add("builtins", 0, arguments -> builtins());
        // True of whole numbers, which keep all their digits; others are doubles.
        table.value("have_literal_numbers", (scope, input) -> BooleanNode.TRUE);
        table.value("have_decnum", (scope, input) -> BooleanNode.TRUE);
        // An expression has no effect but its result: messages go nowhere.
        table.value("debug", (scope, input) -> input);
        table.add("debug", 1, arguments -> new FilterCodes.Message(arguments[0]));
        table.value("stderr", (scope, input) -> input);
    }

    private static JsonNode length(JsonNode value) {
        return switch (value.getNodeType()) {
            case NULL -> Numbers.of(0);
            case STRING -> Numbers.of(value.textValue().codePointCount(0, value.textValue().length()));
            case NUMBER -> MathBuiltins.abs(value);
            case ARRAY, OBJECT -> Numbers.of(value.size());
            default -> throw new ExpressionException(Values.describe(value) + " has no length");
        };
    }

    private static JsonNode utf8Length(JsonNode value) {
        if (!value.isTextual()) {
            throw new ExpressionException(Values.describe(value) + " only strings have UTF-8 byte length");
        }
        return Numbers.of(value.textValue().getBytes(StandardCharsets.UTF_8).length);
    }

    private static JsonNode raise(JsonNode value) {
        String message = value.isTextual() ? value.textValue() : Values.describe(value) + " not a string";
        throw new ExpressionException(message, value);
    }

    private static JsonNode contains(Scope scope, JsonNode value, JsonNode part) {
        if (!Searching.comparable(value, part)) {
            throw new ExpressionException(Values.describe(value) + " and " + Values.describe(part)
                    + " cannot have their containment checked");
        }
        return BooleanNode.valueOf(Searching.contains(scope, value, part, 0));
    }

    private static Code builtins() {
        List<String> names = Builtins.signatures().stream()
                .filter(signature -> !signature.startsWith("@") && !signature.startsWith("_")).toList();
        return new ValueCodes.Apply0((scope, input) -> {
            scope.charge(names.size());
            ArrayNode result = JsonNodeFactory.instance.arrayNode(names.size());
            names.forEach(result::add);
            return result;
        });
    }
}
