package dev.cairn.compiler.reader;

import java.util.Map;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.definition.ValueTemplate;

/**
 * Reads {@code arguments} as an object, as the DSL had them before 1.0.3: variables of a script, and of the environment of a
 * shell command. The names stand in the definition, so that a script can be given a first line that reads them; values never
 * become code.
 */
final class LegacyRunArgumentReader {

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private LegacyRunArgumentReader() {}

    /** Says what is wrong with them; true if that is nothing. */
    static boolean areGood(SourceElement element) {
        boolean good = true;
        for (String name : element.value().properties().stream().map(Map.Entry::getKey).toList()) {
            SourceElement argument = element.at(name);
            if (!NAME.matcher(name).matches()) {
                argument.problem(ReaderErrorCodes.INVALID_VALUE,
                        SourceElement.quoted(name) + " cannot be the name of a variable",
                        "Use letters, digits and _, or write the arguments as a list.");
                good = false;
            } else if (!argument.value().isValueNode() || argument.value().isNull()) {
                argument.wrongType("a string");
                good = false;
            }
        }
        return good;
    }

    /** The code of a script with a first line that gives each name its value. */
    static String declared(String language, SourceElement element, String code) {
        String names = String.join(", ", element.value().properties().stream().map(Map.Entry::getKey).toList());
        if (names.isEmpty()) {
            return code;
        }
        return (language.equals("js") ? "const [" + names + "] = process.argv.slice(2).map((value) => JSON.parse(value));\n"
                : "[" + names + "] = [__import__('json').loads(value) for value in __import__('sys').argv[1:]]\n") + code;
    }

    /** The values as JSON texts, in the order of their names. */
    static ValueTemplate values(SourceElement element) {
        ArrayNode values = JsonNodeFactory.instance.arrayNode();
        element.template().forEach(value -> values.add(jsonText(value)));
        return new ValueTemplate(values, false, element.location());
    }

    private static TextNode jsonText(JsonNode value) {
        if (!value.isTextual() || !ValueTemplate.isWrapped(value.textValue())) {
            return TextNode.valueOf(value.toString());
        }
        String wrapped = value.textValue().strip();
        // The line break ends a comment in the expression.
        return TextNode.valueOf("${ (" + wrapped.substring(2, wrapped.length() - 1) + "\n) | tojson }");
    }

    /** The variables of a command, over which those of {@code environment} go. */
    static ValueTemplate environment(SourceElement element, ValueTemplate environment) {
        ObjectNode variables = JsonNodeFactory.instance.objectNode();
        element.template().properties().forEach(argument -> variables.set(argument.getKey(), argument.getValue()));
        if (environment != null) {
            environment.value().properties().forEach(variable -> variables.set(variable.getKey(), variable.getValue()));
        }
        return new ValueTemplate(variables, false, element.location());
    }
}
