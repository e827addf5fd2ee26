package dev.cairn.jq.builtin;

import java.nio.charset.StandardCharsets;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.ExpressionException;
import dev.cairn.jq.node.BuiltinTable;
import dev.cairn.jq.node.EvaluationNode;
import dev.cairn.jq.node.ResultFilterNodes;
import dev.cairn.jq.node.ValueFunctionNodes;
import dev.cairn.jq.value.ValueSearch;
import dev.cairn.value.CanonicalArithmetic;
import dev.cairn.value.JqValues;

/** Functions of any value: its type, its size, errors, and facts about this implementation. */
final class CoreBuiltins {

    private CoreBuiltins() {}

    static void addTo(BuiltinTable table) {
        table.value("not", (scope, input) -> BooleanNode.valueOf(!JqValues.truthy(input)));
        table.value("type", (scope, input) -> TextNode.valueOf(JqValues.typeName(input)));
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
        table.add("debug", 1, arguments -> new ResultFilterNodes.Message(arguments[0]));
        table.value("stderr", (scope, input) -> input);
    }

    private static JsonNode length(JsonNode value) {
        return switch (value.getNodeType()) {
            case NULL -> CanonicalArithmetic.of(0);
            case STRING -> CanonicalArithmetic.of(value.textValue().codePointCount(0, value.textValue().length()));
            case NUMBER -> MathBuiltins.abs(value);
            case ARRAY, OBJECT -> CanonicalArithmetic.of(value.size());
            default -> throw new ExpressionException(JqValues.describe(value) + " has no length");
        };
    }

    private static JsonNode utf8Length(JsonNode value) {
        if (!value.isTextual()) {
            throw new ExpressionException(JqValues.describe(value) + " only strings have UTF-8 byte length");
        }
        return CanonicalArithmetic.of(value.textValue().getBytes(StandardCharsets.UTF_8).length);
    }

    private static JsonNode raise(JsonNode value) {
        String message = value.isTextual() ? value.textValue() : JqValues.describe(value) + " not a string";
        throw new ExpressionException(message, value);
    }

    private static JsonNode contains(EvaluationHost scope, JsonNode value, JsonNode part) {
        if (!ValueSearch.comparable(value, part)) {
            throw new ExpressionException(JqValues.describe(value) + " and " + JqValues.describe(part)
                    + " cannot have their containment checked");
        }
        return BooleanNode.valueOf(ValueSearch.contains(scope, value, part, 0));
    }

    private static EvaluationNode builtins() {
        List<String> names = BuiltinFunctions.signatures().stream()
                .filter(signature -> !signature.startsWith("@") && !signature.startsWith("_")).toList();
        return new ValueFunctionNodes.Apply0((scope, input) -> {
            scope.charge(names.size());
            ArrayNode result = JsonNodeFactory.instance.arrayNode(names.size());
            names.forEach(result::add);
            return result;
        });
    }
}
