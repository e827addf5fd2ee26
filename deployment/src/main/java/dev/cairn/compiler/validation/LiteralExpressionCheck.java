package dev.cairn.compiler.validation;

import java.util.Map;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.SourceMap;
import dev.cairn.definition.ValueTemplate;

/**
 * Finds text that was meant as an expression but is none where it stands.
 */
final class LiteralExpressionCheck {

    private static final Pattern VARIABLE = Pattern.compile(
            "\\s*\\$(?:context|input|output|error|task|workflow|runtime|secrets|authorization)(?:\\.[A-Za-z_]\\w*|\\[\\d+])*\\s*");

    private static final Pattern PATH = Pattern.compile("\\s*\\.[A-Za-z_]\\w*(?:\\.[A-Za-z_]\\w*|\\[\\d*])*\\s*");
    private static final Pattern PATH_IN_CODE = Pattern.compile("\\$\\{\\s*\\.[A-Za-z_]");

    private final SourceMap sources;
    private final ProblemCollector problems;

    LiteralExpressionCheck(SourceMap sources, ProblemCollector problems) {
        this.sources = sources;
        this.problems = problems;
    }

    /** A template, or null for none. */
    void check(ValueTemplate template) {
        if (template == null) {
            return;
        }
        boolean bareExpression = template.expression() && template.value().isTextual();
        if (!bareExpression) {
            check(template.value(), template.location());
        }
    }

    /**
     * Checks a template, or null for none, of a field that authors often give an expression: a path in it is probably a
     * mistake.
     */
    void checkField(ValueTemplate template) {
        check(template);
        if (template == null || template.expression()) {
            return;
        }
        if (template.value().isObject()) {
            template.value().properties()
                    .forEach(member -> path(member.getValue(), template.location().child(member.getKey())));
        } else {
            path(template.value(), template.location());
        }
    }

    private void path(JsonNode value, SourceLocation location) {
        if (value.isTextual()) {
            path(value.textValue(), location);
        } else if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                path(value.get(i), location.child(String.valueOf(i)));
            }
        }
    }

    /** Text of such a field, or null for none. */
    void path(String text, SourceLocation location) {
        if (text != null && PATH.matcher(text).matches()) {
            problems.warning(ValidationErrorCodes.LITERAL_EXPRESSION, sources.at(location.pointer()),
                    "\"" + text + "\" is literal text here", "Write ${ " + text.strip() + " } for its value.");
        }
    }

    /** A text in which a shell or a script reads ${ for itself. */
    void checkCode(String code, SourceLocation location) {
        if (PATH_IN_CODE.matcher(code).find()) {
            problems.warning(ValidationErrorCodes.LITERAL_EXPRESSION, sources.at(location.pointer()),
                    "The code has ${ with a path of jq in it, which is not evaluated: data must not become code",
                    "Give the value as an argument, in environment or as stdin.");
        }
    }

    private void check(JsonNode value, SourceLocation location) {
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

    private void text(String text, SourceLocation location) {
        if (ValueTemplate.isWrapped(text)) {
            return;
        }
        if (text.contains("${")) {
            problems.warning(ValidationErrorCodes.LITERAL_EXPRESSION, sources.at(location.pointer()),
                    "The ${ in \"" + text + "\" is literal text: an expression is the whole string",
                    "Write ${ \"… \\(.x) …\" } to put a value into text.");
        } else if (VARIABLE.matcher(text).matches()) {
            problems.warning(ValidationErrorCodes.LITERAL_EXPRESSION, sources.at(location.pointer()),
                    "\"" + text + "\" is literal text here", "Write ${ " + text.strip() + " } for its value.");
        }
    }
}
