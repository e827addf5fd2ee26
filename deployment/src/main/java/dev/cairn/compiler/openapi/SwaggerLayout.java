package dev.cairn.compiler.openapi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.compiler.document.DocumentPart;
import dev.cairn.compiler.document.DocumentTree;
import dev.cairn.definition.openapi.OperationBody;
import dev.cairn.definition.openapi.ParameterEncoding;
import dev.cairn.definition.openapi.ParameterPlace;
import dev.cairn.definition.openapi.ParameterStyle;
import dev.cairn.definition.openapi.PartEncoding;
import dev.cairn.value.BodyMediaType;

/** Swagger 2.0. */
final class SwaggerLayout implements OperationLayout {

    private static final String JSON = "application/json";
    /** A parameter for each element of a list. */
    private static final String MULTI = "multi";
    private static final Set<String> FORMATS = Set.of("csv", "ssv", "tsv", "pipes", MULTI);

    private final DocumentTree tree;

    SwaggerLayout(DocumentTree tree) {
        this.tree = tree;
    }

    @Override
    public SchemaDialect dialect() {
        return SchemaDialect.SWAGGER;
    }

    @Override
    public List<ParameterSpec> parameters(DocumentOperation operation) {
        List<ParameterSpec> parameters = new ArrayList<>();
        for (DocumentPart part : parts(operation)) {
            ParameterPlace place = place(part);
            if (place == null) {
                continue;
            }
            ParameterEncoding encoding = encoding(part, place);
            if (encoding != null) {
                // A file has no schema.
                parameters.add(new ParameterSpec(part.text("name"), place,
                        place == ParameterPlace.PATH || part.value().path("required").asBoolean(), encoding,
                        isFile(part) ? DocumentPart.NOTHING : part, part.value().get("default")));
            }
        }
        return parameters;
    }

    /** Parameters of the path and of the operation, which comes first. */
    private List<DocumentPart> parts(DocumentOperation operation) {
        Map<String, DocumentPart> parts = new LinkedHashMap<>();
        for (DocumentPart list : List.of(tree.child(operation.item(), "parameters"),
                tree.child(operation.part(), "parameters"))) {
            for (DocumentPart part : tree.elements(list)) {
                if (part.text("name") != null && part.text("in") != null) {
                    parts.put(part.text("in") + "." + part.text("name"), part);
                } else if (!part.isMissing()) {
                    tree.problem(part, "A parameter has \"name\" and \"in\".", "Correct it.");
                }
            }
        }
        return List.copyOf(parts.values());
    }

    /** Null for a body. */
    private static ParameterPlace place(DocumentPart part) {
        return switch (part.text("in")) {
            case "path" -> ParameterPlace.PATH;
            case "query" -> ParameterPlace.QUERY;
            case "header" -> ParameterPlace.HEADER;
            case "formData" -> ParameterPlace.FORM;
            default -> null;
        };
    }

    /** Null after a problem was reported. */
    private ParameterEncoding encoding(DocumentPart part, ParameterPlace place) {
        boolean listed = place == ParameterPlace.PATH || place == ParameterPlace.HEADER;
        String format = part.text("collectionFormat");
        if (format != null && (!FORMATS.contains(format) || listed && format.equals(MULTI))) {
            tree.problem(part, "The collectionFormat \"" + format + "\" is not possible in " + place.word() + ".",
                    listed ? "Possible are csv, ssv, tsv and pipes." : "Possible are csv, ssv, tsv, pipes and multi.");
            return null;
        }
        return switch (format == null ? "csv" : format) {
            case "ssv" -> ParameterEncoding.of(ParameterStyle.SPACE_DELIMITED, false);
            case "tsv" -> ParameterEncoding.of(ParameterStyle.TAB_DELIMITED, false);
            case "pipes" -> ParameterEncoding.of(ParameterStyle.PIPE_DELIMITED, false);
            case MULTI -> ParameterEncoding.of(ParameterStyle.FORM, true);
            default -> ParameterEncoding.of(listed ? ParameterStyle.SIMPLE : ParameterStyle.FORM, false);
        };
    }

    @Override
    public BodySpec body(DocumentOperation operation) {
        List<String> consumed = types(operation, "consumes");
        List<DocumentPart> fields = new ArrayList<>();
        for (DocumentPart part : parts(operation)) {
            if ("body".equals(part.text("in"))) {
                String mediaType = consumed.stream().filter(type -> BodyMediaType.of(type).isJson()).findFirst()
                        .or(() -> consumed.stream().filter(type -> BodyMediaType.of(type).isText()).findFirst())
                        .orElse(consumed.isEmpty() ? JSON : consumed.get(0));
                return new BodySpec(part.text("name"), part.value().path("required").asBoolean(), mediaType,
                        tree.child(part, "schema"), Map.of(), Map.of());
            }
            if (place(part) == ParameterPlace.FORM) {
                fields.add(part);
            }
        }
        if (fields.isEmpty()) {
            return null;
        }
        // Some documents name JSON for all operations, those with forms included.
        boolean multipart = consumed.contains(OperationBody.MULTIPART) && !consumed.contains(OperationBody.FORM)
                || fields.stream().anyMatch(SwaggerLayout::isFile);
        return new BodySpec(null, false, multipart ? OperationBody.MULTIPART : OperationBody.FORM, DocumentPart.NOTHING,
                Map.of(),
                multipart ? formParts(fields) : Map.of());
    }

    private static boolean isFile(DocumentPart parameter) {
        return "file".equals(parameter.text("type"));
    }

    private static Map<String, PartEncoding> formParts(List<DocumentPart> fields) {
        Map<String, PartEncoding> parts = new LinkedHashMap<>();
        for (DocumentPart field : fields) {
            parts.put(field.text("name"), isFile(field) ? new PartEncoding(PartEncoding.Content.FILE, null, null)
                    : new PartEncoding(PartEncoding.Content.TEXT, null, delimiter(field.text("collectionFormat"))));
        }
        return parts;
    }

    /** Null for a part for each element. */
    private static String delimiter(String collectionFormat) {
        return switch (collectionFormat == null ? "csv" : collectionFormat) {
            case "ssv" -> " ";
            case "tsv" -> "\t";
            case "pipes" -> "|";
            case MULTI -> null;
            default -> ",";
        };
    }

    private List<String> types(DocumentOperation operation, String key) {
        DocumentPart own = tree.child(operation.part(), key);
        List<String> types = new ArrayList<>();
        for (JsonNode type : (own.isMissing() ? tree.child(tree.root(), key) : own).value()) {
            types.add(type.asText());
        }
        return types;
    }

    @Override
    public List<ServerSpec> servers(DocumentOperation operation) {
        DocumentPart root = tree.root();
        List<String> schemes = types(operation, "schemes");
        String host = root.text("host");
        String base = root.text("basePath") == null ? "" : root.text("basePath");
        String path = base.startsWith("/") || base.isEmpty() ? base : "/" + base;
        DocumentPart none = root.member("servers");
        if (host == null) {
            return List.of(new ServerSpec(path.isEmpty() ? "/" : path, root, none));
        }
        if (schemes.isEmpty()) {
            return List.of(new ServerSpec("//" + host + path, root, none));
        }
        List<ServerSpec> servers = new ArrayList<>();
        // Encrypted first: the order of the document says nothing.
        schemes.stream().sorted((one, other) -> Boolean.compare("https".equals(other), "https".equals(one)))
                .forEach(scheme -> servers.add(new ServerSpec(scheme + "://" + host + path, root, none)));
        return servers;
    }

    @Override
    public List<String> accepted(DocumentOperation operation) {
        return types(operation, "produces");
    }

    @Override
    public Map<String, DocumentPart> securitySchemes() {
        return tree.named("securityDefinitions");
    }
}
