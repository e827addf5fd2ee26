package dev.cairn.compiler.openapi;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.compiler.document.DocumentPart;
import dev.cairn.definition.openapi.ParameterEncoding;
import dev.cairn.definition.openapi.ParameterPlace;
import dev.cairn.definition.openapi.PartEncoding;

/** Finds the parts of an operation in an OpenAPI document of one version. */
interface OperationLayout {

    List<String> METHODS = List.of("get", "put", "post", "delete", "options", "head", "patch", "trace");

    /** The parameters of an operation except its body, each once. */
    List<ParameterSpec> parameters(DocumentOperation operation);

    /** The body of an operation, or null for none. */
    BodySpec body(DocumentOperation operation);

    /** The servers of an operation; the first one is the default. */
    List<ServerSpec> servers(DocumentOperation operation);

    /** Media types of successful answers. */
    List<String> accepted(DocumentOperation operation);

    /** The schemes of authentication by name. */
    Map<String, DocumentPart> securitySchemes();

    /** Makes JSON Schemas of the schemas of the document. */
    SchemaDialect dialect();

    /** The dialects of schemas. */
    enum SchemaDialect {
        /** Swagger 2: a part of draft 4. */
        SWAGGER,
        /** OpenAPI 3.0: a part of draft 4, with {@code nullable}. */
        NULLABLE,
        /** OpenAPI 3.1: draft 2020-12. */
        JSON_SCHEMA
    }

    /**
     * An operation.
     *
     * @param path path as the document has it
     * @param method method in lower case
     * @param item the part of the path
     * @param part the operation itself
     */
    record DocumentOperation(String path, String method, DocumentPart item, DocumentPart part) {}

    /**
     * A parameter.
     *
     * @param schema its schema; missing for none
     * @param defaultValue its default, or null
     */
    record ParameterSpec(String name, ParameterPlace place, boolean required, ParameterEncoding encoding,
            DocumentPart schema, JsonNode defaultValue) {

        /** Its name with its place, which is unique in an operation. */
        String qualifiedName() {
            return place.word() + "." + name;
        }
    }

    /**
     * A body.
     *
     * @param name name that a call gives it
     * @param mediaType its media type
     * @param schema its schema; missing for none
     * @param encodings encodings of the fields of a form that are not the default
     * @param parts encodings of the parts of a multipart form
     */
    record BodySpec(String name, boolean required, String mediaType, DocumentPart schema,
            Map<String, ParameterEncoding> encodings, Map<String, PartEncoding> parts) {}

    /**
     * A server.
     *
     * @param url its URL, maybe relative, with variables
     * @param part the part that has it
     * @param variables its variables; missing for none
     */
    record ServerSpec(String url, DocumentPart part, DocumentPart variables) {}
}
