package dev.cairn.jq.value;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.jq.EvaluationScope;
import dev.cairn.jq.ExpressionException;
import dev.cairn.value.CanonicalValues;

/** Helpers of the string functions. */
public final class StringFunctions {

    private StringFunctions() {}

    /** A string as it is, anything else as JSON. */
    public static String of(EvaluationScope scope, JsonNode value) {
        return value.isTextual() ? value.textValue() : json(scope, value);
    }

    /** The value as JSON. */
    public static String json(EvaluationScope scope, JsonNode value) {
        String text = CanonicalValues.toText(value, EvaluationCharges.MAX_TEXT, scope);
        EvaluationCharges.checkText(text.length());
        return text;
    }

    public static String require(JsonNode value, String failure) {
        if (!value.isTextual()) {
            throw new ExpressionException(failure);
        }
        return value.textValue();
    }

    /** The parts between separators; the characters where the separator is empty. */
    public static JsonNode split(EvaluationScope scope, String text, String separator) {
        ArrayNode parts = JsonNodeFactory.instance.arrayNode();
        EvaluationCharges.chargeCopies(scope, text.length());
        if (text.isEmpty()) {
            return parts;
        }
        if (separator.isEmpty()) {
            for (int i = 0; i < text.length();) {
                int next = text.offsetByCodePoints(i, 1);
                scope.charge(1);
                EvaluationCharges.append(scope, parts, TextNode.valueOf(text.substring(i, next)));
                i = next;
            }
            return parts;
        }
        int from = 0;
        TextSearch search = new TextSearch(text, separator);
        for (int at = search.from(0); at >= 0; at = search.from(from)) {
            scope.charge(1);
            EvaluationCharges.append(scope, parts, TextNode.valueOf(text.substring(from, at)));
            from = at + separator.length();
        }
        return parts.add(TextNode.valueOf(text.substring(from)));
    }
}
