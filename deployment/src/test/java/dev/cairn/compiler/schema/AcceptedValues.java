package dev.cairn.compiler.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

import com.fasterxml.jackson.databind.JsonNode;

/** Says in words which values a schema accepts. */
final class AcceptedValues {

    private static final Map<String, String> TYPES = Map.of("object", "object", "array", "list", "number", "number", "integer",
            "whole number", "boolean", "`true` or `false`", "null", "`null`");

    private static final Map<String, String> PATTERNS = Map.of("^P.+$", "ISO 8601 duration", "\\$\\{", "expression");

    private AcceptedValues() {}

    static String of(JsonNode schema) {
        if (schema.has("const")) {
            return "`" + schema.path("const").asText() + "`";
        }
        if (schema.path("$ref").isTextual()) {
            return schema.path("$ref").textValue().endsWith("tasks") ? "list of tasks" : "task";
        }
        List<String> words = new ArrayList<>();
        types(schema).forEach(type -> words.add(type.equals("string") ? text(schema) : TYPES.get(type)));
        return words.isEmpty() ? "any value" : String.join(", ", words);
    }

    private static List<String> types(JsonNode schema) {
        List<String> types = new ArrayList<>();
        JsonNode type = schema.path("type");
        if (type.isTextual()) {
            types.add(type.textValue());
        }
        type.forEach(each -> types.add(each.textValue()));
        return types;
    }

    private static String text(JsonNode schema) {
        if (schema.has("enum")) {
            StringJoiner choices = new StringJoiner(", ");
            schema.path("enum").forEach(choice -> choices.add("`" + choice.asText() + "`"));
            return choices.toString();
        }
        String pattern = schema.path("pattern").asText();
        List<String> known = PATTERNS.entrySet().stream().filter(entry -> pattern.contains(entry.getKey()))
                .map(Map.Entry::getValue).sorted().toList();
        return known.isEmpty() ? "text" : String.join(", ", known);
    }
}
