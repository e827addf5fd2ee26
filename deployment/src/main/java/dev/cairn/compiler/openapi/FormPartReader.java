package dev.cairn.compiler.openapi;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.compiler.document.DocumentPart;
import dev.cairn.compiler.document.DocumentTree;
import dev.cairn.compiler.openapi.OperationLayout.SchemaDialect;
import dev.cairn.definition.openapi.PartEncoding;
import dev.cairn.definition.openapi.PartEncoding.Content;
import dev.cairn.value.BodyMediaType;

/**
 * Reads how the parts of a multipart form are encoded (OpenAPI, "Special Considerations for multipart Content" and "Encoding Object"):
 * by the schemas of the properties, and by {@code encoding}.
 */
final class FormPartReader {

    private static final String BYTES = "application/octet-stream";
    /** Keywords that say what a value is. */
    private static final List<String> TYPING = List.of("type", "enum", "const", "allOf", "oneOf", "anyOf", "items",
            "contentEncoding");
    private static final List<String> COMPOSITIONS = List.of("allOf", "oneOf", "anyOf");

    private final DocumentTree tree;
    private final SchemaDialect dialect;

    FormPartReader(DocumentTree tree, SchemaDialect dialect) {
        this.tree = tree;
        this.dialect = dialect;
    }

    /** The parts by name, of the media type of a body. */
    Map<String, PartEncoding> read(DocumentPart media) {
        DocumentPart encodings = tree.child(media, "encoding");
        Map<String, DocumentPart> schemas = properties(media);
        encodings.value().fieldNames().forEachRemaining(name -> schemas.putIfAbsent(name, DocumentPart.NOTHING));
        Map<String, PartEncoding> parts = new LinkedHashMap<>();
        schemas.forEach((name, schema) -> parts.put(name, part(schema, tree.child(encodings, name))));
        return parts;
    }

    /** True if a part is a file. */
    boolean hasFile(DocumentPart media) {
        return properties(media).values().stream().anyMatch(schema -> content(schema, seen()) == Content.FILE);
    }

    private static Set<JsonNode> seen() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
    }

    private Map<String, DocumentPart> properties(DocumentPart media) {
        Map<String, DocumentPart> properties = new LinkedHashMap<>();
        collect(tree.child(media, "schema"), properties, seen());
        return properties;
    }

    private void collect(DocumentPart schema, Map<String, DocumentPart> properties, Set<JsonNode> seen) {
        if (!seen.add(schema.value())) {
            return;
        }
        DocumentPart own = tree.child(schema, "properties");
        own.value().fieldNames().forEachRemaining(name -> properties.putIfAbsent(name, tree.child(own, name)));
        composed(schema).forEach(part -> collect(part, properties, seen));
    }

    private Stream<DocumentPart> composed(DocumentPart schema) {
        return COMPOSITIONS.stream().flatMap(keyword -> tree.elements(tree.child(schema, keyword)).stream());
    }

    private PartEncoding part(DocumentPart schema, DocumentPart encoding) {
        checkPossible(encoding);
        Content content = content(schema, seen());
        String mediaType = mediaType(encoding.text("contentType"));
        if (content == Content.FILE) {
            return new PartEncoding(content, mediaType == null ? mediaType(schema.text("contentMediaType")) : mediaType, null);
        }
        if (mediaType == null) {
            return new PartEncoding(content, null, null);
        }
        return new PartEncoding(BodyMediaType.of(mediaType).isJson() ? Content.JSON : Content.TEXT, mediaType, null);
    }

    private void checkPossible(DocumentPart encoding) {
        if (dialect == SchemaDialect.JSON_SCHEMA && encoding.value().has("style")) {
            tree.problem(encoding, "A part of a multipart form with a \"style\" is not possible.", "Describe its contentType.");
        }
        for (DocumentPart header : tree.members(tree.child(encoding, "headers"))) {
            if (header.value().path("required").asBoolean()) {
                tree.problem(header, "A part of a multipart form with a header that is required is not possible.",
                        "Send the form by \"call: http\" or a bean.");
            }
        }
    }

    /** The type that a document names; null for none, a range, or several: which one it is depends on the value. */
    private static String mediaType(String written) {
        String type = written == null ? "" : written.strip();
        return type.indexOf('/') > 0 && type.indexOf('*') < 0 && type.indexOf(',') < 0 ? type : null;
    }

    /** The content of the part of a property: the type of an array is that of its elements. */
    private Content content(DocumentPart schema, Set<JsonNode> seen) {
        JsonNode keywords = schema.value();
        if (!keywords.isObject() || !seen.add(keywords)) {
            return Content.TEXT;
        }
        String type = type(keywords.path("type"));
        if ("array".equals(type)) {
            return content(tree.child(schema, "items"), seen);
        }
        if ("object".equals(type) || type == null && keywords.has("properties")) {
            return Content.OBJECT;
        }
        if (dialect == SchemaDialect.JSON_SCHEMA && TYPING.stream().noneMatch(keywords::has)) {
            // In version 3.1, what may be anything is bytes.
            return Content.FILE;
        }
        if (isFile(type, keywords)) {
            return Content.FILE;
        }
        return composed(schema).map(part -> content(part, seen)).filter(content -> content != Content.TEXT).findFirst()
                .orElse(Content.TEXT);
    }

    /** In version 3.1, bytes have no type but a media type. */
    private static boolean isFile(String type, JsonNode keywords) {
        if (type != null && !type.equals("string") || keywords.has("contentEncoding")) {
            return false;
        }
        String mediaType = keywords.path("contentMediaType").asText();
        return keywords.path("format").asText().equals("binary") || mediaType.equals(BYTES)
                || type == null && !mediaType.isEmpty();
    }

    /** The type that is not null, or the first of several; null for none. */
    private static String type(JsonNode written) {
        if (!written.isArray()) {
            return written.textValue();
        }
        for (JsonNode one : written) {
            if (!"null".equals(one.textValue())) {
                return one.textValue();
            }
        }
        return null;
    }
}
