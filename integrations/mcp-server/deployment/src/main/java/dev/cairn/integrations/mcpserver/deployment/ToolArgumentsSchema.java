package dev.cairn.integrations.mcpserver.deployment;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.definition.Definition;

/**
 * The schema of the arguments of a tool, which are an object.
 *
 * @param document a JSON Schema of type {@code object}
 * @param isWrapped true if the argument {@code input} is the input of the workflow
 */
record ToolArgumentsSchema(JsonNode document, boolean isWrapped) {

    /** Objects with schemas that references in the document name from its root. */
    private static final List<String> SHARED = List.of("$defs", "definitions");
    private static final String LOCAL = "#";

    /** @param isJava true if the workflow is defined in Java: without a schema its input can be any value */
    static ToolArgumentsSchema of(Definition definition, boolean isJava) {
        if (definition.input().schema() == null) {
            ObjectNode object = JsonNodeFactory.instance.objectNode().put("type", "object");
            return isJava ? wrapped(JsonNodeFactory.instance.objectNode()) : new ToolArgumentsSchema(object, false);
        }
        JsonNode schema = definition.input().schema().document();
        return isObject(schema, schema, 0)
                ? new ToolArgumentsSchema(((ObjectNode) schema.deepCopy()).put("type", "object"), false)
                : wrapped(schema);
    }

    private static boolean isObject(JsonNode schema, JsonNode root, int depth) {
        String reference = schema.path("$ref").asText();
        if (reference.startsWith(LOCAL + "/") && depth < SHARED.size()) {
            return isObject(root.at(reference.substring(LOCAL.length())), root, depth + 1);
        }
        return schema.path("type").asText().equals("object");
    }

    private static void moveReferences(JsonNode schema) {
        String reference = schema.path("$ref").asText();
        if (reference.equals(LOCAL)
                || reference.startsWith(LOCAL + "/") && !SHARED.contains(reference.split("/", 3)[1])) {
            ((ObjectNode) schema).put("$ref", LOCAL + "/properties/input" + reference.substring(LOCAL.length()));
        }
        schema.forEach(ToolArgumentsSchema::moveReferences);
    }

    /** A schema below the argument {@code input}. */
    static ToolArgumentsSchema wrapped(JsonNode schema) {
        ObjectNode arguments = JsonNodeFactory.instance.objectNode().put("type", "object");
        JsonNode input = schema.deepCopy();
        if (input instanceof ObjectNode object) {
            SHARED.stream().filter(object::has).forEach(name -> arguments.set(name, object.remove(name)));
            if (!object.has("$id")) {
                // References count from the root of the document, which has the schema below "input" now.
                moveReferences(arguments);
                moveReferences(object);
            }
        }
        arguments.putObject("properties").set("input", input);
        arguments.putArray("required").add("input");
        return new ToolArgumentsSchema(arguments, true);
    }
}
