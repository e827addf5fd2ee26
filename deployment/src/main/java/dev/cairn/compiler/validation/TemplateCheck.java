package dev.cairn.compiler.validation;

import java.util.Map;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.definition.Location;
import dev.cairn.definition.Problems;
import dev.cairn.definition.SourceMap;
import dev.cairn.definition.Template;

/**
 * Finds text that was meant as an expression but is none where it stands.
 */
final class TemplateCheck {

    private static final Pattern VARIABLE = Pattern.compile(
            "\\s*\\$(?:context|input|output|error|task|workflow|runtime|secrets|authorization)(?:\\.[A-Za-z_]\\w*|\\[\\d+])*\\s*");

    private final SourceMap sources;
    private final Problems problems;

    TemplateCheck(SourceMap sources, Problems problems) {
        this.sources = sources;
        this.problems = problems;
    }

    /** A template, or null for none. */
    void check(Template template) {
        if (template == null) {
            return;
        }
        boolean bareExpression = template.expression() && template.value().isTextual();
        if (!bareExpression) {
            check(template.value(), template.location());
        }
    }

    private void check(JsonNode value, Location location) {
        if (value.isTextual()) {
            text(value.textValue(), location);
        } else if (value.isObject()) {
            for (Map.Entry<String, JsonNode> member : value.properties()) {
                check(member.getValue(), location.child(member.getKey()));
            }
        } else if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                check(value.get(i), location.child(String.valueOf(i)));
            }
        }
    }

    private void text(String text, Location location) {
        if (Template.isWrapped(text)) {
            return;
        }
        if (text.contains("${")) {
            problems.warning(ValidationCodes.LITERAL_EXPRESSION, sources.at(location.pointer()),
                    "The ${ in \"" + text + "\" is literal text: an expression is the whole string",
                    "Write ${ \"… \\(.x) …\" } to put a value into text.");
        } else if (VARIABLE.matcher(text).matches()) {
            problems.warning(ValidationCodes.LITERAL_EXPRESSION, sources.at(location.pointer()),
                    "\"" + text + "\" is literal text here", "Write ${ " + text.strip() + " } for its value.");
        }
    }
}
