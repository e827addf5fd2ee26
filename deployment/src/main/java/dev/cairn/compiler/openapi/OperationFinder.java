package dev.cairn.compiler.openapi;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

import dev.cairn.compiler.document.DocumentFile;
import dev.cairn.compiler.document.DocumentLoader;
import dev.cairn.compiler.document.DocumentPart;
import dev.cairn.compiler.document.DocumentTree;
import dev.cairn.compiler.openapi.OperationLayout.BodySpec;
import dev.cairn.compiler.openapi.OperationLayout.DocumentOperation;
import dev.cairn.compiler.openapi.OperationLayout.SchemaDialect;
import dev.cairn.definition.Authentication;
import dev.cairn.definition.NameSuggestions;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.ValueTemplate;
import dev.cairn.definition.openapi.OpenApiOperation;
import dev.cairn.definition.openapi.OperationBody;
import dev.cairn.definition.openapi.OperationServer;
import dev.cairn.value.BodyMediaType;

/** Finds the operation that a call uses in its OpenAPI document, and checks the call against the document. */
public final class OperationFinder {

    private static final Pattern SWAGGER = Pattern.compile("2\\.0");
    private static final Pattern NULLABLE = Pattern.compile("3\\.0\\.\\d+(-.*)?");
    private static final Pattern JSON_SCHEMA = Pattern.compile("3\\.1\\.\\d+(-.*)?");

    private final DocumentTree tree;
    private final OperationLayout layout;
    private final OperationRequest request;
    private final ProblemCollector problems;

    private OperationFinder(DocumentTree tree, OperationLayout layout, OperationRequest request, ProblemCollector problems) {
        this.tree = tree;
        this.layout = layout;
        this.request = request;
        this.problems = problems;
    }

    /**
     * An operation, with the values that a call gives it.
     *
     * @param values values by the keys of parameters, body and server
     * @param authentication credentials for the header {@code Authorization}, or null
     */
    public record FoundOperation(OpenApiOperation operation, Map<String, ValueTemplate> values,
            Authentication authentication) {}

    /**
     * Finds the operation.
     *
     * @param loader loads the files that the document refers to
     * @param problems gets the faults of document and call
     * @return null after an error was reported
     */
    public static FoundOperation find(DocumentFile document, DocumentLoader loader, OperationRequest request,
            ProblemCollector problems) {
        ProblemCollector found = new ProblemCollector();
        DocumentTree tree = new DocumentTree(document, loader, OpenApiErrorCodes.DOCUMENT, found);
        OperationLayout layout = layout(tree);
        FoundOperation operation = layout == null ? null : new OperationFinder(tree, layout, request, found).find();
        found.all().forEach(problems::add);
        return found.hasErrors() ? null : operation;
    }

    /** Null after a problem was reported. */
    private static OperationLayout layout(DocumentTree tree) {
        String version = version(tree.root(), "openapi");
        String former = version(tree.root(), "swagger");
        if (version != null && NULLABLE.matcher(version).matches()) {
            return new OpenApiLayout(tree, SchemaDialect.NULLABLE);
        } else if (version != null && JSON_SCHEMA.matcher(version).matches()) {
            return new OpenApiLayout(tree, SchemaDialect.JSON_SCHEMA);
        } else if (former != null && SWAGGER.matcher(former).matches()) {
            return new SwaggerLayout(tree);
        }
        String any = version == null ? former : version;
        tree.problem(tree.root(), any == null
                ? "This is not an OpenAPI document: it has no version in \"openapi\" or \"swagger\"."
                : "The version \"" + any + "\" of OpenAPI is not supported.", "Use a document of version 2.0, 3.0 or 3.1.");
        return null;
    }

    /** YAML reads an unquoted 2.0 as a number. */
    private static String version(DocumentPart root, String key) {
        return root.value().path(key).isValueNode() ? root.value().path(key).asText() : null;
    }

    private FoundOperation find() {
        DocumentOperation operation = operation();
        if (operation == null) {
            return null;
        }
        if (!operation.path().startsWith("/")) {
            tree.problem(operation.item(), "The path \"" + operation.path() + "\" does not begin with a slash.", "Correct it.");
            return null;
        }
        Map<String, ValueTemplate> values = new HashMap<>();
        ParameterSchemaCheck schemas = new ParameterSchemaCheck(tree, layout.dialect(), problems);
        CredentialMapper credentials = new CredentialMapper(tree.root(), operation, layout.securitySchemes(), request,
                problems);
        BodySpec body = layout.body(operation);
        ArgumentMatcher arguments = new ArgumentMatcher(request, schemas, values, problems);
        arguments.match(layout.parameters(operation), credentials.keys(), body);
        arguments.checkPath(operation, tree);
        OperationBody content = body == null ? null
                : new BodyPlanner(request, schemas, values, problems)
                        .plan(body, arguments.fields());
        OperationServer server = new ServerResolver(tree, request, values, problems).resolve(layout.servers(operation));
        Authentication authentication = credentials.map(values, arguments.parameters());
        List<String> accepted = accepted(layout.accepted(operation));
        return server == null ? null
                : new FoundOperation(new OpenApiOperation(request.operationId(), operation.method().toUpperCase(Locale.ROOT),
                        server, operation.path(), arguments.parameters(), content,
                        accepted.isEmpty() ? null : String.join(", ", accepted)), values, authentication);
    }

    /** The types to ask for: JSON if the operation has it, since any other answer is text or bytes to expressions. */
    private static List<String> accepted(List<String> all) {
        List<String> json = all.stream().filter(type -> BodyMediaType.of(type).isJson()).toList();
        return json.isEmpty() ? all : json;
    }

    /** The operation by its id, or by method and path as in {@code GET /pets}; null after a problem was reported. */
    private DocumentOperation operation() {
        Map<String, DocumentOperation> operations = new LinkedHashMap<>();
        Collection<String> twice = new ArrayList<>();
        DocumentPart paths = tree.root().member("paths");
        paths.value().fieldNames().forEachRemaining(path -> {
            DocumentPart item = tree.child(paths, path);
            for (String method : OperationLayout.METHODS) {
                DocumentPart part = tree.child(item, method);
                if (part.value().isObject()) {
                    String id = part.text("operationId");
                    String name = id == null ? method.toUpperCase(Locale.ROOT) + " " + path : id;
                    if (operations.put(name, new DocumentOperation(path, method, item, part)) != null) {
                        twice.add(name);
                    }
                }
            }
        });
        DocumentOperation found = operations.get(request.operationId());
        if (found == null) {
            String near = NameSuggestions.didYouMean(request.operationId(), operations.keySet());
            problems.error(OpenApiErrorCodes.UNKNOWN_PART, request.operationLocation(),
                    "The OpenAPI document \"" + request.document() + "\" has no operation \"" + request.operationId() + "\".",
                    near != null ? near
                            : operations.isEmpty() ? "It has none at all."
                                    : "It has: " + NameSuggestions.first(operations.keySet()) + ".");
        } else if (twice.contains(request.operationId())) {
            problems.error(OpenApiErrorCodes.DOCUMENT, found.part().location(),
                    "Several operations of the document have the id \"" + request.operationId() + "\".",
                    "An id names one operation: correct the document.");
            return null;
        }
        return found;
    }
}
