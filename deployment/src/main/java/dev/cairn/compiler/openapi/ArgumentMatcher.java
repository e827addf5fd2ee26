package dev.cairn.compiler.openapi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.compiler.document.DocumentTree;
import dev.cairn.compiler.openapi.OperationLayout.BodySpec;
import dev.cairn.compiler.openapi.OperationLayout.DocumentOperation;
import dev.cairn.compiler.openapi.OperationLayout.ParameterSpec;
import dev.cairn.definition.NameSuggestions;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.ValueTemplate;
import dev.cairn.definition.openapi.OperationBody;
import dev.cairn.definition.openapi.OperationParameter;
import dev.cairn.definition.openapi.ParameterPlace;

/**
 * Matches the arguments of a call to the parameters of its operation. A name that several parameters have is written with its place:
 * {@code query.id}.
 */
final class ArgumentMatcher {

    private static final Pattern PATH_VARIABLE = Pattern.compile("\\{([^{}]+)}");

    private final OperationRequest request;
    private final ParameterSchemaCheck schemas;
    private final Map<String, ValueTemplate> values;
    private final ProblemCollector problems;
    private final List<OperationParameter> parameters = new ArrayList<>();
    private final List<OperationParameter> fields = new ArrayList<>();

    /** @param values gets the values by the keys of the parameters */
    ArgumentMatcher(OperationRequest request, ParameterSchemaCheck schemas, Map<String, ValueTemplate> values,
            ProblemCollector problems) {
        this.request = request;
        this.schemas = schemas;
        this.values = values;
        this.problems = problems;
    }

    /** The parameters that have a value, except fields of a form. May be added to. */
    List<OperationParameter> parameters() {
        return parameters;
    }

    /** The fields of a form that have a value. */
    List<OperationParameter> fields() {
        return fields;
    }

    /**
     * Matches all arguments, and reports what does not fit.
     *
     * @param keys API keys, which a parameter of the same name hides
     * @param body the body, or null
     */
    void match(List<ParameterSpec> declared, List<ParameterSpec> keys, BodySpec body) {
        Map<String, ParameterSpec> all = new LinkedHashMap<>();
        keys.forEach(key -> all.put(key.qualifiedName(), key));
        declared.forEach(parameter -> all.put(parameter.qualifiedName(), parameter));
        if (problems.hasErrors()) {
            // Parameters that the document describes wrongly would seem to be missing.
            return;
        }
        request.parameters().forEach((name, value) -> argument(name, value, all, body));
        Set<String> missing = new TreeSet<>();
        for (ParameterSpec parameter : all.values()) {
            boolean given = values.containsKey(parameter.qualifiedName()) || request.parameters().containsKey(parameter.name());
            if (!given && parameter.required()) {
                if (parameter.defaultValue() == null) {
                    missing.add(parameter.name());
                } else {
                    give(parameter, literal(parameter.defaultValue()), body);
                }
            }
        }
        if (body != null && body.required() && !values.containsKey(OperationBody.KEY)) {
            missing.add(body.name());
        }
        if (!missing.isEmpty()) {
            problems.error(OpenApiErrorCodes.PARAMETER, request.location(),
                    "The operation \"" + request.operationId() + "\" needs a value for: " + String.join(", ", missing) + ".",
                    "Add it to \"parameters\".");
        }
    }

    /** A value of the document: a text in it that looks like an expression is text, and reads nothing of the workflow. */
    private ValueTemplate literal(JsonNode value) {
        return new ValueTemplate(ValueTemplate.isConstant(value) ? value : TextNode.valueOf("${ " + value + " }"), false,
                request.location());
    }

    private void argument(String name, ValueTemplate value, Map<String, ParameterSpec> all, BodySpec body) {
        List<ParameterSpec> found = all.values().stream().filter(parameter -> isNamed(parameter, name)).toList();
        boolean isBody = body != null && (name.equals(body.name()) || name.equals(OperationBody.KEY) && body.name() != null);
        if (found.size() > 1) {
            problems.error(OpenApiErrorCodes.PARAMETER, value.location(),
                    "The operation \"" + request.operationId() + "\" has several parameters named \"" + name + "\".",
                    "Write one of: " + String.join(", ", found.stream().map(ParameterSpec::qualifiedName).toList()) + ".");
        } else if (found.size() == 1) {
            give(found.get(0), value, body);
        } else if (all.containsKey(name)) {
            give(all.get(name), value, body);
        } else if (isBody) {
            values.put(OperationBody.KEY, value);
        } else {
            unknown(name, value, all, body);
        }
    }

    private static boolean isNamed(ParameterSpec parameter, String name) {
        return parameter.place() == ParameterPlace.HEADER ? parameter.name().equalsIgnoreCase(name)
                : parameter.name().equals(name);
    }

    private void give(ParameterSpec parameter, ValueTemplate value, BodySpec body) {
        OperationParameter given = new OperationParameter(parameter.name(), parameter.place(), parameter.encoding(),
                parameter.required());
        if (values.putIfAbsent(given.key(), value) != null) {
            problems.error(OpenApiErrorCodes.PARAMETER, value.location(),
                    "The parameter \"" + parameter.name() + "\" is given twice.", "Keep one of the two.");
            return;
        }
        (parameter.place() == ParameterPlace.FORM ? fields : parameters).add(given);
        // A null leaves an optional parameter out.
        if (value.isConstant() && !(value.value().isNull() && !parameter.required())) {
            JsonNode checked = parameter.place() == ParameterPlace.FORM
                    ? BodyPlanner.sample(body, parameter.name(), value.value())
                    : value.value();
            schemas.check(parameter.schema(), true, checked, value.location(),
                    "the parameter \"" + parameter.name() + "\"");
        }
    }

    private void unknown(String name, ValueTemplate value, Map<String, ParameterSpec> all, BodySpec body) {
        Set<String> names = new TreeSet<>();
        all.values().forEach(parameter -> names.add(parameter.name()));
        if (body != null && body.name() != null) {
            names.add(body.name());
        }
        String near = NameSuggestions.didYouMean(name, names);
        problems.error(OpenApiErrorCodes.PARAMETER, value.location(),
                "The operation \"" + request.operationId() + "\" has no parameter \"" + name + "\".",
                near != null ? near
                        : names.isEmpty() ? "It has none at all." : "It has: " + NameSuggestions.first(names) + ".");
    }

    /** Reports variables of the path that the document does not describe. */
    void checkPath(DocumentOperation operation, DocumentTree tree) {
        Matcher variables = PATH_VARIABLE.matcher(operation.path());
        while (variables.find()) {
            String name = variables.group(1);
            boolean known = values.containsKey(ParameterPlace.PATH.word() + "." + name);
            if (!known && !problems.hasErrors()) {
                tree.problem(operation.part(), "The path \"" + operation.path() + "\" has {" + name
                        + "}, and the operation no such parameter.", "Add it to the parameters of the document.");
            }
        }
    }
}
