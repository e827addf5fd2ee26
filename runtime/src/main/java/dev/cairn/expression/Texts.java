package dev.cairn.expression;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.value.Values;

/** Helpers of the string functions. */
final class Texts {

    private Texts() {}

    /** A string as it is, anything else as JSON. */
    static String of(Scope scope, JsonNode value) {
        return value.isTextual() ? value.textValue() : json(scope, value);
    }

    /** The value as JSON. */
    static String json(Scope scope, JsonNode value) {
        String text = Values.toText(value, Work.MAX_TEXT, scope);
        Work.checkText(text.length());
        return text;
    }

    static String require(JsonNode value, String failure) {
        if (!value.isTextual()) {
            throw new ExpressionException(failure);
        }
        return value.textValue();
    }

    /** The parts between separators; the characters where the separator is empty. */
    static JsonNode split(Scope scope, String text, String separator) {
        ArrayNode parts = JsonNodeFactory.instance.arrayNode();
        Work.chargeCopies(scope, text.length());
        if (text.isEmpty()) {
            return parts;
        }
        if (separator.isEmpty()) {
            for (int i = 0; i < text.length();) {
                int next = text.offsetByCodePoints(i, 1);
                scope.charge(1);
                Work.append(scope, parts, TextNode.valueOf(text.substring(i, next)));
                i = next;
            }
            return parts;
        }
        int from = 0;
        TextSearch search = new TextSearch(text, separator);
        for (int at = search.from(0); at >= 0; at = search.from(from)) {
            scope.charge(1);
            Work.append(scope, parts, TextNode.valueOf(text.substring(from, at)));
            from = at + separator.length();
        }
        return parts.add(TextNode.valueOf(text.substring(from)));
    }
}
