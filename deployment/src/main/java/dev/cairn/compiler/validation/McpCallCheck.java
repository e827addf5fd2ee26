package dev.cairn.compiler.validation;

import java.util.List;
import java.util.Locale;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.definition.CallTarget.McpRequest;
import dev.cairn.definition.NameSuggestions;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.SourceMap;
import dev.cairn.definition.ValueTemplate;

/** Checks the parameters of calls of the Model Context Protocol against their methods, as far as they are constants. */
final class McpCallCheck {

    /** Every request may have it. */
    private static final String META = "_meta";
    private static final String ARGUMENTS = "arguments";
    private static final Parameters LIST = new Parameters(null, List.of("cursor"));
    private static final Map<String, Parameters> METHODS = Map.of(
            "tools/call", new Parameters("name", List.of("name", ARGUMENTS)),
            "prompts/get", new Parameters("name", List.of("name", ARGUMENTS)),
            "resources/read", new Parameters("uri", List.of("uri")));

    /** The transport sets them. */
    private static final List<String> TRANSPORT_HEADERS = List.of("accept", "content-type", "last-event-id", "mcp-session-id",
            "mcp-protocol-version");

    private final SourceMap sources;
    private final ProblemCollector problems;

    McpCallCheck(SourceMap sources, ProblemCollector problems) {
        this.sources = sources;
        this.problems = problems;
    }

    /** @param call location of the call */
    void parameters(McpRequest request, SourceLocation call) {
        Parameters known = METHODS.getOrDefault(request.method(), LIST);
        ValueTemplate parameters = request.parameters();
        if (parameters == null) {
            if (known.required() != null) {
                missing(request.method(), known, call);
            }
            return;
        }
        JsonNode value = parameters.value();
        if (!value.isObject()) {
            return;
        }
        if (known.required() != null && !value.has(known.required())) {
            missing(request.method(), known, parameters.location());
        }
        for (Map.Entry<String, JsonNode> member : value.properties()) {
            parameter(request.method(), known, member, parameters.location().child(member.getKey()));
        }
    }

    private void missing(String method, Parameters known, SourceLocation place) {
        error(place, "The method " + method + " needs the parameter \"" + known.required() + "\".",
                "Add it to \"parameters\".");
    }

    private void parameter(String method, Parameters known, Map.Entry<String, JsonNode> member, SourceLocation place) {
        String name = member.getKey();
        if (name.equals(META)) {
            type(member.getValue().isObject(), member, "an object", place);
        } else if (!known.names().contains(name)) {
            String near = NameSuggestions.didYouMean(name, known.names());
            error(place, "The method " + method + " has no parameter \"" + name + "\".",
                    near != null ? near
                            : "It has: " + String.join(", ", known.names()) + "."
                                    + (known.names().contains(ARGUMENTS) ? " Values for the server go into \"arguments\"."
                                            : ""));
        } else if (!name.equals(ARGUMENTS)) {
            type(member.getValue().isTextual(), member, "a text", place);
        } else {
            type(member.getValue().isObject(), member, "an object", place);
            if (method.equals("prompts/get")) {
                texts(member.getValue(), place);
            }
        }
    }

    /** The arguments of a prompt are texts. */
    private void texts(JsonNode arguments, SourceLocation place) {
        for (Map.Entry<String, JsonNode> argument : arguments.properties()) {
            type(argument.getValue().isTextual(), argument, "a text", place.child(argument.getKey()));
        }
    }

    private void type(boolean good, Map.Entry<String, JsonNode> member, String expected, SourceLocation place) {
        if (!good && !isExpression(member.getValue())) {
            error(place, "\"" + member.getKey() + "\" is " + expected + ".", "Write it as " + expected + ", or as ${ … }.");
        }
    }

    /** @param headers may be null */
    void headers(ValueTemplate headers) {
        if (headers != null && headers.value().isObject()) {
            headers.value().fieldNames().forEachRemaining(name -> {
                if (TRANSPORT_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
                    problems.error(ValidationErrorCodes.HEADER, sources.at(headers.location().child(name).pointer()),
                            "The header " + name + " belongs to the transport", "Remove it.");
                }
            });
        }
    }

    private static boolean isExpression(JsonNode value) {
        return value.isTextual() && ValueTemplate.isWrapped(value.textValue());
    }

    private void error(SourceLocation place, String message, String suggestion) {
        problems.error(ValidationErrorCodes.METHOD_PARAMETERS, sources.at(place.pointer()), message, suggestion);
    }

    /** @param required name of the parameter that the method cannot do without, or null */
    private record Parameters(String required, List<String> names) {}
}
