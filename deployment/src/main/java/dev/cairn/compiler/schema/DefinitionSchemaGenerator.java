package dev.cairn.compiler.schema;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Generates the JSON Schema of definitions, for editors. It is derived from the reader's reactions, so it has exactly the
 * reader's knowledge. Faults beyond the form, such as a jump that leads nowhere, are found only by a build.
 */
public final class DefinitionSchemaGenerator {

    private DefinitionSchemaGenerator() {}

    /** The schema, of JSON Schema draft 7, which is what editors know best. */
    public static ObjectNode generate() {
        ObjectNode schema = ReaderAcceptanceProbe.JSON.objectNode();
        schema.put("$schema", "http://json-schema.org/draft-07/schema#");
        schema.put("title", "Workflow of Cairn");
        schema.put("description", "A definition in Open Workflow DSL 1.0, with what Cairn supports of it");
        schema.put("type", "object");
        ReaderAcceptanceProbe root = ReaderAcceptanceProbe.root();
        ProbedElementSchemaGenerator.properties(root, root.react(root.frame()), schema);
        schema.path("properties").properties()
                .forEach(property -> EditorSchemaDescriptions.describe(property.getKey(), (ObjectNode) property.getValue()));
        TaskSchemaGenerator.learn(schema.putObject("definitions"));
        return schema;
    }

    /** Writes the schema to the file that is named by the only argument. */
    public static void main(String[] args) throws IOException {
        Path file = Path.of(args[0]);
        Files.createDirectories(file.toAbsolutePath().getParent());
        new ObjectMapper().writerWithDefaultPrettyPrinter().writeValue(file.toFile(), generate());
    }
}
