package dev.cairn.compiler.validation;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

import dev.cairn.definition.DataInput;
import dev.cairn.definition.DataOutput;
import dev.cairn.definition.Definition;
import dev.cairn.definition.Document;
import dev.cairn.definition.InstanceSpec;
import dev.cairn.definition.Problem;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.Task;

/**
 * Checks a definition. A definition that was read with errors can be checked as well: stand-ins for unreadable parts are not
 * reported again.
 */
public final class DefinitionValidator {

    private static final Pattern DNS_LABEL = Pattern.compile("[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?");
    private static final Pattern SEMANTIC_VERSION = Pattern.compile(
            "(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)"
                    + "(?:-(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?"
                    + "(?:\\+[0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*)?");
    private static final Set<String> PROTOCOLS = Set.of("a2a", "asyncapi", "grpc", "http", "mcp", "openapi");
    private static final String SUPPORTED_DSL = "1.0.";
    private static final Comparator<Problem> BY_PLACE = Comparator
            .comparing((Problem problem) -> problem.location().file())
            .thenComparingInt(problem -> problem.location().line())
            .thenComparingInt(problem -> problem.location().column());

    private final Definition definition;
    /** Knows what was wrong before; gets what is found. */
    private final ProblemCollector found;

    private DefinitionValidator(Definition definition, ProblemCollector found) {
        this.definition = definition;
        this.found = found;
    }

    /**
     * Checks a definition.
     *
     * @param definition as a reader or the fluent API made it
     * @param problems has what was found before; gets what is found now, in the order of the file
     */
    public static void validate(Definition definition, ProblemCollector problems) {
        ProblemCollector found = new ProblemCollector();
        problems.all().forEach(found::add);
        int before = found.all().size();
        new DefinitionValidator(definition, found).validate();
        found.all().stream().skip(before).sorted(BY_PLACE).forEach(problems::add);
    }

    private void validate() {
        document(definition.document());
        triggerPath();
        LiteralExpressionCheck templates = new LiteralExpressionCheck(definition.sources(), found);
        JsonSchemaCheck schemas = new JsonSchemaCheck(definition.sources(), found);
        input(definition.input(), templates, schemas);
        output(definition.output(), templates, schemas);
        ScheduledStartCheck.check(definition, found, templates);
        InstanceSpec instances = definition.metadata().instances();
        templates.checkField(instances.businessKey());
        instances.attributes().values().forEach(templates::checkField);
        RetryAndTimeoutCheck.timeout(definition.timeout(), found);
        TaskTreeCheck tasks = new TaskTreeCheck(definition.sources(), found, templates, schemas);
        functionNames(definition.components().functions());
        tasks.components(definition.unused());
        tasks.list(definition.tasks(), "/do", VariableNameScope.OUTERMOST);
    }

    private void functionNames(List<Task> functions) {
        functions.stream().filter(function -> PROTOCOLS.contains(function.name())).forEach(function -> found.error(
                ValidationErrorCodes.RESERVED_NAME, function.location(),
                "A function cannot be named \"" + function.name() + "\": that is a call of its own", "Choose another name."));
    }

    static void input(DataInput input, LiteralExpressionCheck templates, JsonSchemaCheck schemas) {
        schemas.check(input.schema());
        templates.check(input.from());
    }

    static void output(DataOutput output, LiteralExpressionCheck templates, JsonSchemaCheck schemas) {
        schemas.check(output.schema());
        templates.check(output.as());
    }

    private void document(Document document) {
        if (!SEMANTIC_VERSION.matcher(document.dsl()).matches() || !document.dsl().startsWith(SUPPORTED_DSL)) {
            error(ValidationErrorCodes.DSL_VERSION, "/document/dsl",
                    "Version \"" + document.dsl() + "\" of the DSL is not supported", "Supported is 1.0, such as \"1.0.3\".");
        }
        label("namespace", document.namespace());
        label("name", document.name());
        if (!SEMANTIC_VERSION.matcher(document.version()).matches()) {
            error(ValidationErrorCodes.INVALID_VERSION, "/document/version",
                    "\"" + document.version() + "\" is no semantic version", "Write three numbers, such as \"1.0.0\".");
        }
    }

    private void label(String property, String value) {
        if (!DNS_LABEL.matcher(value).matches()) {
            error(ValidationErrorCodes.INVALID_NAME, "/document/" + property,
                    "The " + property + " \"" + value + "\" is no DNS label",
                    "Use up to 63 letters, digits and hyphens, with no hyphen at either end.");
        }
    }

    private void triggerPath() {
        if (definition.http() == null) {
            return;
        }
        String path = definition.http().path();
        if (!path.startsWith("/") || path.contains("//") || path.indexOf('{') >= 0 || !isPlainPath(path)) {
            found.error(ValidationErrorCodes.TRIGGER_PATH, definition.http().location(),
                    "\"" + path + "\" is no path that HTTP can start a workflow at",
                    "Write an absolute path without query and variables, such as \"/orders\".");
        }
    }

    private static boolean isPlainPath(String path) {
        try {
            URI uri = new URI(path);
            return path.equals(uri.getRawPath()) && uri.normalize().equals(uri);
        } catch (URISyntaxException noUri) {
            return false;
        }
    }

    private void error(String code, String pointer, String message, String suggestion) {
        SourceLocation location = definition.sources().at(pointer);
        found.error(code, location, message, suggestion);
    }
}
