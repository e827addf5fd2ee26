package dev.cairn.compiler;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.definition.Template;
import dev.cairn.expression.Expression;

/**
 * Endpoints: an expression, or a URI template. Of RFC 6570 the DSL has simple expansion of top-level keys of the input: a missing
 * one is empty, a value that is no scalar an expression error.
 */
final class UriTemplates {

    private static final String VALUE = " | if . == null then \"\" elif type == \"object\" or type == \"array\""
            + " then error(\"the URI template needs a scalar, not \" + type) else tostring | @uri end)";

    private final CompilerContext context;

    UriTemplates(CompilerContext context) {
        this.context = context;
    }

    Expression compile(Template endpoint) {
        JsonNode value = endpoint.value();
        if (!value.isTextual() || Template.isWrapped(value.textValue()) || value.textValue().indexOf('{') < 0) {
            return context.expressions().expression(new Template(value, false, endpoint.location()));
        }
        String template = value.textValue();
        StringBuilder jq = new StringBuilder();
        int from = 0;
        int open = template.indexOf('{');
        while (open >= 0) {
            int close = template.indexOf('}', open);
            if (close < 0 || close == open + 1) {
                context.problems().error(CompilerCodes.URI_TEMPLATE, endpoint.location(), "The URI template \"" + template
                        + "\" has a \"{\" without a name and a \"}\".",
                        "Write {name} for a key of the input; a brace that is meant as it is is %7B.");
                return Expression.literal(value);
            }
            jq.append(literal(template.substring(from, open))).append(" + (.[")
                    .append(literal(template.substring(open + 1, close)))
                    .append("]").append(VALUE).append(" + ");
            from = close + 1;
            open = template.indexOf('{', from);
        }
        return context.expressions().parse(jq.append(literal(template.substring(from))).toString(), endpoint.location());
    }

    /** A jq string without interpolation: JSON text, as jq's backslash followed by a parenthesis cannot come out of it. */
    private static String literal(String text) {
        return TextNode.valueOf(text).toString();
    }
}
