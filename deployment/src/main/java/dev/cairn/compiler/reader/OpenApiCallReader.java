package dev.cairn.compiler.reader;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import dev.cairn.compiler.document.DocumentFile;
import dev.cairn.compiler.document.DocumentLoader;
import dev.cairn.compiler.document.DocumentPart;
import dev.cairn.compiler.document.ParsedDocumentCache;
import dev.cairn.compiler.openapi.OpenApiErrorCodes;
import dev.cairn.compiler.openapi.OperationFinder;
import dev.cairn.compiler.openapi.OperationRequest;
import dev.cairn.compiler.openapi.OperationRequest.ServerRequest;
import dev.cairn.compiler.reader.ExternalResourceLoader.ResourceFile;
import dev.cairn.definition.Authentication;
import dev.cairn.definition.CallTarget;
import dev.cairn.definition.CallTarget.HttpOutput;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.ValueTemplate;

/** Reads {@code call: openapi}, with the document that it refers to. Gives null for what it reported as wrong. */
final class OpenApiCallReader implements DocumentLoader {

    private final ApplicationResources resources;
    private final ParsedDocumentCache documents;
    private final ProblemCollector problems;
    /** Files of the document by their paths; empty for an unreadable file. */
    private final Map<String, Optional<DocumentFile>> files = new HashMap<>();

    private OpenApiCallReader(ApplicationResources resources, ProblemCollector problems) {
        this.resources = resources;
        this.documents = resources.documents();
        this.problems = problems;
    }

    /** @param bounds limits of the request, or null */
    static CallTarget read(SourceElement with, CallTarget.HttpBounds bounds, SourceLocation location,
            ComponentReader reusables) {
        try (ElementFieldReader fields = ElementFieldReader.of(with)) {
            SourceElement document = fields.required("document");
            SourceElement operation = fields.required("operationId");
            String operationId = operation == null ? null : operation.text();
            SourceElement parameterElement = fields.optional("parameters");
            Map<String, ValueTemplate> parameters = values(parameterElement);
            ServerRequest server = server(fields.optional("server"));
            Authentication authentication = reusables.authentication(fields.optional("authentication"));
            HttpOutput output = CallReader.output(fields.optional("output"));
            SourceElement redirect = fields.optional("redirect");
            Boolean redirects = redirect == null ? Boolean.FALSE : redirect.bool();
            ResourceFile file = document == null ? null : ExternalResourceLoader.file(document);
            if (file == null || operationId == null || parameters == null || fields.has("server") && server == null) {
                return null;
            }
            OpenApiCallReader reader = new OpenApiCallReader(with.resources(), with.problems());
            Optional<DocumentFile> content = reader.parsed(file.path(), file.content());
            OperationRequest request = new OperationRequest(file.name() == null ? file.path() : file.name(), operationId,
                    operation.location(), parameters, (parameterElement == null ? with : parameterElement).location(), server,
                    authentication);
            return content.map(parsed -> OperationFinder.find(parsed, reader, request, with.problems()))
                    .map(found -> new CallTarget.OpenApi(found.operation(), found.values(), found.authentication(), output,
                            Boolean.TRUE.equals(redirects), bounds, location))
                    .orElse(null);
        }
    }

    /** The members of an object as templates; none for null. Null after a problem was reported. */
    private static Map<String, ValueTemplate> values(SourceElement element) {
        Map<String, ValueTemplate> values = new LinkedHashMap<>();
        if (element == null) {
            return values;
        }
        if (ValueReader.object(element) == null) {
            return null;
        }
        element.value().fieldNames().forEachRemaining(name -> values.put(name, ValueReader.value(element.at(name))));
        return values;
    }

    /** A URL, or {@code {url, variables}}. */
    private static ServerRequest server(SourceElement element) {
        if (element == null) {
            return null;
        }
        if (!element.isObject()) {
            ValueTemplate url = ValueReader.text(element);
            return url == null ? null : new ServerRequest(url, Map.of());
        }
        try (ElementFieldReader fields = ElementFieldReader.of(element)) {
            SourceElement urlElement = fields.optional("url");
            ValueTemplate url = ValueReader.text(urlElement);
            SourceElement variableElement = fields.optional("variables");
            Map<String, ValueTemplate> variables = ValueReader.scalars(variableElement) == null && variableElement != null
                    ? null
                    : values(variableElement);
            return variables == null || url == null && urlElement != null ? null : new ServerRequest(url, variables);
        }
    }

    private Optional<DocumentFile> parsed(String path, byte[] content) {
        Optional<DocumentFile> file = documents.parse(path, content, SourceParser::document, problems);
        files.put(path, file);
        return file;
    }

    @Override
    public DocumentFile load(DocumentPart from, String uri) {
        String file = from.file().path();
        ResourceAddress address = ResourceAddress.of(file, ResourceAddress.isRemote(file) || ResourceAddress.isRemote(uri) ? uri
                : decoded(uri));
        if (address == null) {
            problem(from, "The reference \"" + uri + "\" leads to no resource of the application and no URL.", "Correct it.");
            return null;
        }
        Optional<DocumentFile> known = files.get(address.path());
        if (known != null) {
            return known.orElse(null);
        }
        byte[] content = content(from, address);
        if (content == null) {
            files.put(address.path(), Optional.empty());
            return null;
        }
        return parsed(address.path(), content).orElse(null);
    }

    /** A reference is a URI, and a path in the application is none. */
    private static String decoded(String uri) {
        try {
            return URLDecoder.decode(uri.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException noEscape) {
            return uri;
        }
    }

    private byte[] content(DocumentPart from, ResourceAddress address) {
        if (!address.remote()) {
            Optional<byte[]> found = resources.find(address.path());
            if (found.isEmpty()) {
                problem(from, "There is no resource \"" + address.path() + "\" in the application.", "Correct the reference.");
            }
            return found.orElse(null);
        }
        String file = from.file().path();
        try {
            return resources.fetch(address.path(), ResourceAddress.isRemote(file) ? file : null);
        } catch (UnavailableResourceException unavailable) {
            problems.error(unavailable.code(), from.location(), unavailable.getMessage(), unavailable.suggestion());
            return null;
        }
    }

    private void problem(DocumentPart from, String message, String suggestion) {
        problems.error(OpenApiErrorCodes.DOCUMENT, from.location(), message, suggestion);
    }
}
