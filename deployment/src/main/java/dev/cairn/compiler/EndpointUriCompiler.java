package dev.cairn.compiler;

import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.definition.ValueTemplate;
import dev.cairn.jq.tree.Expression;

/**
 * Compiles the URIs of endpoints: an expression, or a URI template. Of RFC 6570 the DSL has simple expansion of top-level keys
 * of the input: a missing one is empty, a value that is no scalar an expression error. A variable at the beginning is reserved
 * expansion: it holds a URL.
 */
final class EndpointUriCompiler {

    private static final String TEXT = " | if . == null then \"\" elif type == \"object\" or type == \"array\""
            + " then error(\"the URI template needs a scalar, not \" + type) else tostring";
    private static final String VALUE = TEXT + " | @uri end)";
    /** A template begins with a variable if that holds the scheme and host: they are what encoding would destroy. */
    private static final String BASE = TEXT + " end)";

    /** The name of a key; neither an operator of RFC 6570 nor the beginning of an expression, nor with blanks around it. */
    private static final Pattern NAME = Pattern.compile("[^\\s.+#/;?&=,!@|*{}$][^\\s{}$*,]*");

    private final CompilerContext context;

    EndpointUriCompiler(CompilerContext context) {
        this.context = context;
    }

    Expression compile(ValueTemplate endpoint) {
        JsonNode value = endpoint.value();
        if (!value.isTextual() || ValueTemplate.isWrapped(value.textValue()) || value.textValue().indexOf('{') < 0) {
            return context.expressions().expression(new ValueTemplate(value, false, endpoint.location()));
        }
        String template = value.textValue();
        StringBuilder jq = new StringBuilder();
        int from = 0;
        int open = template.indexOf('{');
        while (open >= 0) {
            int close = template.indexOf('}', open);
            String name = close < 0 ? "" : template.substring(open + 1, close);
            if (!NAME.matcher(name).matches() || open > 0 && template.charAt(open - 1) == '$') {
                refuse(template, endpoint);
                return Expression.literal(value);
            }
            jq.append(literal(template.substring(from, open))).append(" + (.[").append(literal(name)).append("]")
                    .append(open == 0 ? BASE : VALUE).append(" + ");
            from = close + 1;
            open = template.indexOf('{', from);
        }
        return context.expressions().parse(jq.append(literal(template.substring(from))).toString(), endpoint.location());
    }

    /** Text that looks like an expression, or like other levels of RFC 6570, would silently give another URI. */
    private void refuse(String template, ValueTemplate endpoint) {
        context.problems().error(CompilerErrorCodes.URI_TEMPLATE, endpoint.location(),
                "The URI template \"" + template
                        + "\" has something else than the name of a key between braces, or no second brace.",
                "Write {name} for a key of the input, or one expression for all: ${ \"https://example.com/orders/\\(.order.id)\" }."
                        + " A brace that is meant as it is is %7B.");
    }

    /** A jq string without interpolation: JSON text, as jq's backslash followed by a parenthesis cannot come out of it. */
    private static String literal(String text) {
        return TextNode.valueOf(text).toString();
    }
}
