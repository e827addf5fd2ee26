package dev.cairn.compiler.openapi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.compiler.document.DocumentPart;
import dev.cairn.compiler.document.DocumentTree;
import dev.cairn.definition.openapi.OperationBody;
import dev.cairn.definition.openapi.ParameterEncoding;
import dev.cairn.definition.openapi.ParameterPlace;
import dev.cairn.definition.openapi.ParameterStyle;
import dev.cairn.value.BodyMediaType;

/** OpenAPI 3.0 and 3.1. */
final class OpenApiLayout implements OperationLayout {

    /** Headers that a document describes elsewhere; parameters of these names have no effect (OpenAPI, "Parameter Object"). */
    private static final Set<String> DESCRIBED_ELSEWHERE = Set.of("accept", "content-type", "authorization");
    private static final Map<String, ParameterStyle> STYLES = Map.of("simple", ParameterStyle.SIMPLE, "label",
            ParameterStyle.LABEL, "matrix", ParameterStyle.MATRIX, "form", ParameterStyle.FORM, "spaceDelimited",
            ParameterStyle.SPACE_DELIMITED, "pipeDelimited", ParameterStyle.PIPE_DELIMITED, "deepObject",
            ParameterStyle.DEEP_OBJECT);
    private static final Map<ParameterPlace, Set<ParameterStyle>> POSSIBLE = Map.of(
            ParameterPlace.PATH, Set.of(ParameterStyle.SIMPLE, ParameterStyle.LABEL, ParameterStyle.MATRIX),
            ParameterPlace.QUERY, Set.of(ParameterStyle.FORM, ParameterStyle.SPACE_DELIMITED, ParameterStyle.PIPE_DELIMITED,
                    ParameterStyle.DEEP_OBJECT),
            ParameterPlace.HEADER, Set.of(ParameterStyle.SIMPLE),
            ParameterPlace.COOKIE, Set.of(ParameterStyle.FORM),
            ParameterPlace.FORM, Set.of(ParameterStyle.FORM, ParameterStyle.SPACE_DELIMITED, ParameterStyle.PIPE_DELIMITED,
                    ParameterStyle.DEEP_OBJECT));

    private final DocumentTree tree;
    private final SchemaDialect dialect;

    OpenApiLayout(DocumentTree tree, SchemaDialect dialect) {
        this.tree = tree;
        this.dialect = dialect;
    }

    @Override
    public SchemaDialect dialect() {
        return dialect;
    }

    @Override
    public List<ParameterSpec> parameters(DocumentOperation operation) {
        Map<String, ParameterSpec> parameters = new LinkedHashMap<>();
        for (DocumentPart list : List.of(tree.child(operation.item(), "parameters"),
                tree.child(operation.part(), "parameters"))) {
            for (DocumentPart part : tree.elements(list)) {
                ParameterSpec parameter = parameter(part);
                if (parameter != null) {
                    parameters.put(parameter.qualifiedName(), parameter);
                }
            }
        }
        return List.copyOf(parameters.values());
    }

    /** Null for a parameter without effect, and after a problem was reported. */
    private ParameterSpec parameter(DocumentPart part) {
        String name = part.text("name");
        String in = part.text("in");
        ParameterPlace place = in == null ? null : switch (in) {
            case "path" -> ParameterPlace.PATH;
            case "query" -> ParameterPlace.QUERY;
            case "header" -> ParameterPlace.HEADER;
            case "cookie" -> ParameterPlace.COOKIE;
            default -> null;
        };
        if (name == null || place == null) {
            if (!part.isMissing()) {
                tree.problem(part, "A parameter has a name, and is \"in\" path, query, header or cookie.", "Correct it.");
            }
            return null;
        }
        if (place == ParameterPlace.HEADER && DESCRIBED_ELSEWHERE.contains(name.toLowerCase(Locale.ROOT))) {
            return null;
        }
        boolean required = place == ParameterPlace.PATH || part.value().path("required").asBoolean();
        DocumentPart content = tree.child(part, "content");
        if (!content.isMissing()) {
            return written(part, name, place, required, content);
        }
        ParameterEncoding encoding = encoding(part, place,
                place == ParameterPlace.PATH || place == ParameterPlace.HEADER ? ParameterStyle.SIMPLE : ParameterStyle.FORM);
        DocumentPart schema = schema(part);
        return encoding == null ? null
                : new ParameterSpec(name, place, required, encoding, schema, defaultOf(schema));
    }

    /** A parameter whose value is written in a media type. */
    private ParameterSpec written(DocumentPart part, String name, ParameterPlace place, boolean required,
            DocumentPart content) {
        if (content.value().size() != 1) {
            tree.problem(part, "The content of the parameter \"" + name + "\" has not exactly one media type.", "Keep one.");
            return null;
        }
        String mediaType = content.value().fieldNames().next();
        BodyMediaType type = BodyMediaType.of(mediaType);
        if (!type.isJson() && !type.isText()) {
            tree.problem(part, "The parameter \"" + name + "\" is written as \"" + mediaType + "\", which is not possible.",
                    "JSON and text are possible.");
            return null;
        }
        DocumentPart schema = schema(tree.child(content, mediaType));
        ParameterStyle style = place == ParameterPlace.PATH || place == ParameterPlace.HEADER ? ParameterStyle.SIMPLE
                : ParameterStyle.FORM;
        return new ParameterSpec(name, place, required, new ParameterEncoding(style, false, false, mediaType), schema,
                defaultOf(schema));
    }

    /** The schema of a part as it is written: in version 3.1, keywords beside a reference count. */
    private DocumentPart schema(DocumentPart part) {
        DocumentPart resolved = tree.child(part, "schema");
        return resolved.isMissing() ? resolved : part.member("schema");
    }

    /** Null for none. */
    private JsonNode defaultOf(DocumentPart schema) {
        return (schema.value().has("default") ? schema : tree.resolved(schema)).value().get("default");
    }

    /** Null after a problem was reported. */
    private ParameterEncoding encoding(DocumentPart part, ParameterPlace place, ParameterStyle byDefault) {
        String written = part.text("style");
        ParameterStyle style = written == null ? byDefault : STYLES.get(written);
        if (style == null || !POSSIBLE.get(place).contains(style)) {
            tree.problem(part, "The style \"" + written + "\" is not possible in " + place.word() + ".",
                    "OpenAPI has a table of the styles: \"Style Values\".");
            return null;
        }
        JsonNode explode = part.value().path("explode");
        return new ParameterEncoding(style, explode.isBoolean() ? explode.booleanValue() : style == ParameterStyle.FORM,
                part.value().path("allowReserved").asBoolean(), null);
    }

    @Override
    public BodySpec body(DocumentOperation operation) {
        DocumentPart body = tree.child(operation.part(), "requestBody");
        DocumentPart content = tree.child(body, "content");
        List<String> types = new ArrayList<>();
        content.value().fieldNames().forEachRemaining(types::add);
        if (types.isEmpty()) {
            return null;
        }
        FormPartReader parts = new FormPartReader(tree, dialect);
        String chosen = BodyTypeChoice.best(types);
        if (BodyMediaType.of(chosen).name().equals(OperationBody.FORM)) {
            // Only a multipart form can carry the files of the operation.
            chosen = types.stream().filter(OpenApiLayout::isMultipart)
                    .filter(type -> parts.hasFile(tree.child(content, type))).findFirst().orElse(chosen);
        }
        DocumentPart media = tree.child(content, chosen);
        boolean required = body.value().path("required").asBoolean();
        if (isMultipart(chosen)) {
            return new BodySpec(OperationBody.KEY, required, chosen, schema(media), Map.of(), parts.read(media));
        }
        DocumentPart encoding = tree.child(media, "encoding");
        Map<String, ParameterEncoding> encodings = new LinkedHashMap<>();
        encoding.value().fieldNames().forEachRemaining(field -> {
            DocumentPart part = tree.child(encoding, field);
            if (part.value().has("style") || part.value().has("explode") || part.value().has("allowReserved")) {
                ParameterEncoding known = encoding(part, ParameterPlace.FORM, ParameterStyle.FORM);
                if (known != null) {
                    encodings.put(field, known);
                }
            }
        });
        return new BodySpec(OperationBody.KEY, required, BodyTypeChoice.sent(chosen), schema(media), encodings, Map.of());
    }

    private static boolean isMultipart(String mediaType) {
        return BodyMediaType.of(mediaType).name().equals(OperationBody.MULTIPART);
    }

    @Override
    public List<ServerSpec> servers(DocumentOperation operation) {
        for (DocumentPart owner : List.of(operation.part(), operation.item(), tree.root())) {
            List<ServerSpec> servers = tree.elements(tree.child(owner, "servers")).stream()
                    .filter(server -> server.text("url") != null)
                    .map(server -> new ServerSpec(server.text("url"), server, tree.child(server, "variables"))).toList();
            if (!servers.isEmpty()) {
                return servers;
            }
        }
        return List.of(new ServerSpec("/", tree.root(), tree.root().member("servers")));
    }

    @Override
    public List<String> accepted(DocumentOperation operation) {
        DocumentPart responses = tree.child(operation.part(), "responses");
        Set<String> types = new LinkedHashSet<>();
        responses.value().fieldNames().forEachRemaining(status -> {
            if (status.startsWith("2")) {
                tree.child(tree.child(responses, status), "content").value().fieldNames().forEachRemaining(types::add);
            }
        });
        return List.copyOf(types);
    }

    @Override
    public Map<String, DocumentPart> securitySchemes() {
        Map<String, DocumentPart> schemes = new LinkedHashMap<>();
        DocumentPart all = tree.child(tree.child(tree.root(), "components"), "securitySchemes");
        all.value().fieldNames().forEachRemaining(name -> schemes.put(name, tree.child(all, name)));
        return schemes;
    }
}
