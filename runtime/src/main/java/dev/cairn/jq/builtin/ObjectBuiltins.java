package dev.cairn.jq.builtin;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.jq.EvaluationHost;
import dev.cairn.jq.ExpressionException;
import dev.cairn.jq.node.AccessNodes;
import dev.cairn.jq.node.BuiltinTable;
import dev.cairn.jq.node.ControlFlowNodes;
import dev.cairn.jq.node.ValueFunctionNodes;
import dev.cairn.jq.value.EvaluationCharges;
import dev.cairn.jq.value.ValueAccess;
import dev.cairn.value.CanonicalArithmetic;
import dev.cairn.value.JqValues;

/** Functions of objects, most of which take arrays as well. */
final class ObjectBuiltins {

    private ObjectBuiltins() {}

    static void addTo(BuiltinTable table) {
        table.value("keys", (scope, input) -> keys(scope, input, true));
        table.value("keys_unsorted", (scope, input) -> keys(scope, input, false));
        table.value("has", (scope, input, key) -> has(input, key));
        table.value("in", (scope, input, container) -> has(container, input));
        table.value("to_entries", ObjectBuiltins::toEntries);
        table.value("from_entries", ObjectBuiltins::fromEntries);
        table.add("with_entries", 1, arguments -> new ControlFlowNodes.Pipe(
                LoopBuiltins.map(new ValueFunctionNodes.Apply0(ObjectBuiltins::toEntries), arguments[0]),
                new ValueFunctionNodes.Apply0(ObjectBuiltins::fromEntries)));
    }

    private static JsonNode keys(EvaluationHost scope, JsonNode input, boolean sorted) {
        EvaluationCharges.chargeElements(scope, input);
        ArrayNode result = JsonNodeFactory.instance.arrayNode(input.size());
        if (input.isObject()) {
            List<String> names = new ArrayList<>(input.size());
            input.fieldNames().forEachRemaining(names::add);
            if (sorted) {
                names.sort(JqValues::compareText);
            }
            names.forEach(name -> result.add(TextNode.valueOf(name)));
        } else if (input.isArray()) {
            for (int i = 0; i < input.size(); i++) {
                result.add(CanonicalArithmetic.of(i));
            }
        } else {
            throw new ExpressionException(JqValues.describe(input) + " has no keys");
        }
        return result;
    }

    private static JsonNode has(JsonNode container, JsonNode key) {
        if (container.isObject() && key.isTextual()) {
            return BooleanNode.valueOf(container.has(key.textValue()));
        }
        if (container.isNull()) {
            return BooleanNode.FALSE;
        }
        if (container.isArray() && key.isNumber()) {
            double index = key.doubleValue();
            return BooleanNode.valueOf(index >= 0 && index < container.size());
        }
        throw new ExpressionException("Cannot check whether " + JqValues.typeName(container) + " has a "
                + JqValues.typeName(key) + " key");
    }

    private static JsonNode toEntries(EvaluationHost scope, JsonNode input) {
        if (!JqValues.isContainer(input)) {
            throw new ExpressionException(JqValues.describe(input) + " has no keys");
        }
        EvaluationCharges.chargeElements(scope, input);
        ArrayNode entries = JsonNodeFactory.instance.arrayNode(input.size());
        if (input.isArray()) {
            for (int i = 0; i < input.size(); i++) {
                entries.add(entry(CanonicalArithmetic.of(i), input.get(i)));
            }
            return entries;
        }
        for (Map.Entry<String, JsonNode> field : input.properties()) {
            entries.add(entry(TextNode.valueOf(field.getKey()), field.getValue()));
        }
        return entries;
    }

    private static JsonNode entry(JsonNode key, JsonNode value) {
        Map<String, JsonNode> entry = new LinkedHashMap<>(3);
        entry.put("key", key);
        entry.put("value", value);
        return new ObjectNode(JsonNodeFactory.instance, entry);
    }

    private static JsonNode fromEntries(EvaluationHost scope, JsonNode input) {
        Map<String, JsonNode> fields = new LinkedHashMap<>();
        AccessNodes.Iterate.children(scope, null, input, (p, entry) -> {
            fields.put(entryKey(scope, entry), entryValue(entry));
            return true;
        });
        return new ObjectNode(JsonNodeFactory.instance, fields);
    }

    private static String entryKey(EvaluationHost scope, JsonNode entry) {
        JsonNode key = firstOf(entry, "key", "Key", "name", "Name");
        if (!key.isTextual()) {
            throw new ExpressionException("Cannot use " + JqValues.describe(key) + " as object key");
        }
        EvaluationCharges.chargeLooks(scope, key);
        return key.textValue();
    }

    private static JsonNode firstOf(JsonNode entry, String... names) {
        for (String name : names) {
            JsonNode value = ValueAccess.field(entry, name);
            if (JqValues.truthy(value)) {
                return value;
            }
        }
        return ValueAccess.field(entry, names[names.length - 1]);
    }

    private static JsonNode entryValue(JsonNode entry) {
        JsonNode value = entry.has("value") ? entry.get("value") : entry.get("Value");
        return value == null ? NullNode.instance : value;
    }
}
