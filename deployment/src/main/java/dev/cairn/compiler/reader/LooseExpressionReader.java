package dev.cairn.compiler.reader;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.compiler.jq.JqParser;
import dev.cairn.compiler.jq.JqSyntaxException;
import dev.cairn.definition.ValueTemplate;

/**
 * Reads values in the evaluation mode "loose": every string is an expression, and stands for itself if it cannot be evaluated.
 * It becomes a wrapped expression that does this explicitly, so only the reader knows the mode.
 */
final class LooseExpressionReader {

    private LooseExpressionReader() {}

    /** A string where only a string fits: what gives anything else is text. */
    static JsonNode wrappedText(String text) {
        return wrapped(text, " and (.[0] | type) == \"string\"");
    }

    /** The value with its strings wrapped, except for those that are no jq. */
    static JsonNode wrapped(JsonNode value) {
        if (value.isTextual()) {
            return wrapped(value.textValue(), "");
        }
        if (value.isObject()) {
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            value.properties().forEach(member -> object.set(member.getKey(), wrapped(member.getValue())));
            return object;
        }
        if (value.isArray()) {
            ArrayNode array = JsonNodeFactory.instance.arrayNode();
            value.forEach(element -> array.add(wrapped(element)));
            return array;
        }
        return value;
    }

    private static TextNode wrapped(String text, String condition) {
        TextNode literal = TextNode.valueOf(text);
        if (text.isBlank() || ValueTemplate.isWrapped(text)) {
            return literal;
        }
        try {
            JqParser.parse(text);
        } catch (JqSyntaxException noExpression) {
            return literal;
        }
        // The line break ends a comment in the text. Several results, or none, are no value.
        return TextNode.valueOf(
                "${ try [" + text + "\n] catch [] | if length == 1" + condition + " then .[0] else " + literal + " end }");
    }
}
