package dev.cairn.compiler.openapi;

import java.util.Map;
import java.util.TreeMap;

import dev.cairn.definition.openapi.PartEncoding;

/**
 * Writes the jq expression that makes the parts of a multipart form. Its input is an object with a value for each field, its result an
 * object of parts, as the body of {@code call: http} has them.
 */
final class PartExpressionText {

    private PartExpressionText() {}

    /** The expression; a field without an encoding stays as it is. */
    static String of(Map<String, PartEncoding> encodings) {
        StringBuilder text = new StringBuilder(
                "if type != \"object\" then error(\"a form needs an object, not \" + type) else .");
        new TreeMap<>(encodings).forEach((name, encoding) -> {
            String quoted = ParameterExpressionText.quoted(name);
            text.append(" | if has(").append(quoted).append(") then .[").append(quoted).append("] |= (")
                    .append(field(quoted, encoding)).append(") else . end");
        });
        return text.append(" end").toString();
    }

    /** The parts of a field; an array gives several, unless it is one value. */
    private static String field(String quotedName, PartEncoding encoding) {
        if (encoding.content() == PartEncoding.Content.JSON) {
            return "if . == null then . else {json: ., contentType: " + quoted(encoding.contentType()) + "} end";
        }
        String several = encoding.delimiter() == null ? "map(" + part(quotedName, encoding) + ")"
                : "map(select(. != null) | tostring) | join(" + quoted(encoding.delimiter()) + ")";
        return "if type == \"array\" then " + several + " else " + part(quotedName, encoding) + " end";
    }

    private static String part(String quotedName, PartEncoding encoding) {
        if (encoding.content() == PartEncoding.Content.OBJECT) {
            return "if type == \"object\" then {json: .} else . end";
        }
        String defaults = (encoding.content() == PartEncoding.Content.FILE ? "fileName: " + quotedName : "")
                + (encoding.contentType() == null ? ""
                        : (encoding.content() == PartEncoding.Content.FILE ? ", " : "") + "contentType: "
                                + quoted(encoding.contentType()));
        return defaults.isEmpty() ? "."
                : "if . == null then . elif type == \"object\" then {" + defaults + "} + . else {" + defaults
                        + ", text: .} end";
    }

    private static String quoted(String text) {
        return ParameterExpressionText.quoted(text);
    }
}
