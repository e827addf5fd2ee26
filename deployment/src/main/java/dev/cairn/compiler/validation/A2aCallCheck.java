package dev.cairn.compiler.validation;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.definition.CallTarget.A2aRequest;
import dev.cairn.definition.NameSuggestions;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.SourceMap;
import dev.cairn.definition.ValueTemplate;

/** Checks the parameters of calls of the Agent2Agent protocol against their methods, as far as they are constants. */
final class A2aCallCheck {

    private static final String METADATA = "metadata";
    private static final String MESSAGE = "message";
    private static final String CONFIG = "pushNotificationConfig";
    private static final String CONFIG_ID = "pushNotificationConfigId";
    private static final Parameters OF_MESSAGE = new Parameters(List.of(MESSAGE), List.of("configuration", METADATA));
    private static final Parameters OF_TASK = new Parameters(List.of("id"), List.of(METADATA));

    /** A method without an entry may have any parameters. */
    private static final Map<String, Parameters> METHODS = Map.of("message/send", OF_MESSAGE, "message/stream", OF_MESSAGE,
            "tasks/get", new Parameters(List.of("id"), List.of("historyLength", METADATA)), "tasks/cancel", OF_TASK,
            "tasks/resubscribe", OF_TASK,
            "tasks/pushNotificationConfig/set", new Parameters(List.of("taskId", CONFIG), List.of(METADATA)),
            "tasks/pushNotificationConfig/get", new Parameters(List.of("id"), List.of(CONFIG_ID, METADATA)),
            "tasks/pushNotificationConfig/list", OF_TASK,
            "tasks/pushNotificationConfig/delete", new Parameters(List.of("id", CONFIG_ID), List.of(METADATA)));

    private final SourceMap sources;
    private final ProblemCollector problems;

    A2aCallCheck(SourceMap sources, ProblemCollector problems) {
        this.sources = sources;
        this.problems = problems;
    }

    /** @param call location of the call */
    void parameters(A2aRequest request, SourceLocation call) {
        Parameters known = METHODS.get(request.method());
        ValueTemplate parameters = request.parameters();
        if (known == null || parameters != null && !parameters.value().isObject()) {
            return;
        }
        for (String name : known.required()) {
            if (parameters == null || !parameters.value().has(name)) {
                missing("The method " + request.method() + " needs the parameter \"" + name + "\".", "parameters",
                        parameters == null ? call : parameters.location());
            }
        }
        if (parameters != null) {
            for (Map.Entry<String, JsonNode> member : parameters.value().properties()) {
                parameter(request.method(), known, member, parameters.location().child(member.getKey()));
            }
        }
    }

    private void parameter(String method, Parameters known, Map.Entry<String, JsonNode> member, SourceLocation place) {
        String name = member.getKey();
        JsonNode value = member.getValue();
        if (!known.names().contains(name)) {
            String near = NameSuggestions.didYouMean(name, known.names());
            error(place, "The method " + method + " has no parameter \"" + name + "\".",
                    near != null ? near : "It has: " + String.join(", ", known.names()) + ".");
        } else if (isExpression(value)) {
            return;
        } else if (name.equals("historyLength")) {
            type(value.isIntegralNumber(), name, "a whole number", place);
        } else if (name.equals("id") || name.equals("taskId") || name.equals(CONFIG_ID)) {
            type(value.isTextual(), name, "a text", place);
        } else {
            type(value.isObject(), name, "an object", place);
            if (name.equals(MESSAGE) && value.isObject()) {
                parts(value, place);
            }
        }
    }

    private void parts(JsonNode message, SourceLocation place) {
        JsonNode parts = message.path("parts");
        if (parts.isMissingNode()) {
            missing("A message needs \"parts\".", MESSAGE, place);
        } else if (!isExpression(parts)) {
            type(parts.isArray(), "parts", "a list", place.child("parts"));
        }
    }

    private void missing(String message, String owner, SourceLocation place) {
        error(place, message, "Add it to \"" + owner + "\".");
    }

    private void type(boolean good, String name, String expected, SourceLocation place) {
        if (!good) {
            error(place, "\"" + name + "\" is " + expected + ".", "Write it as " + expected + ", or as ${ … }.");
        }
    }

    private static boolean isExpression(JsonNode value) {
        return value.isTextual() && ValueTemplate.isWrapped(value.textValue());
    }

    private void error(SourceLocation place, String message, String suggestion) {
        problems.error(ValidationErrorCodes.METHOD_PARAMETERS, sources.at(place.pointer()), message, suggestion);
    }

    /**
     * The parameters of a method.
     *
     * @param required names of those that the method cannot do without
     * @param others names of the others
     */
    private record Parameters(List<String> required, List<String> others) {

        List<String> names() {
            return Stream.concat(required.stream(), others.stream()).toList();
        }
    }
}
