package dev.cairn.compiler.reader;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.definition.Problem;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.Schema;

/**
 * Reads JSON Schemas: inline, or from a resource in YAML or JSON.
 */
final class SchemaReader {

    private static final String WANTED = "a JSON Schema: an object, true or false";

    private SchemaReader() {}

    /** An inline schema, or null after a problem was reported. */
    static Schema inline(SourceElement document) {
        if (!isSchema(document.value())) {
            document.wrongType(WANTED);
            return null;
        }
        return new Schema(document.value(), document.location());
    }

    /** The schema of an external resource, or null after a problem was reported. */
    static Schema of(SourceElement resource) {
        String text = ExternalResourceLoader.text(resource);
        if (text == null) {
            return null;
        }
        ProblemCollector wrong = new ProblemCollector();
        Optional<SourceTree> tree = parse(text.getBytes(StandardCharsets.UTF_8), wrong);
        for (Problem problem : wrong.all()) {
            resource.problem(problem.code(), "The schema of the resource cannot be read, line " + problem.location().line()
                    + ": " + problem.message(), problem.suggestion());
        }
        if (tree.isEmpty() || wrong.hasErrors()) {
            return null;
        }
        if (!isSchema(tree.get().root())) {
            resource.problem(ReaderErrorCodes.WRONG_TYPE, "The resource must be " + WANTED,
                    "Write it as JSON Schema 2020-12 has it.");
            return null;
        }
        return new Schema(tree.get().root(), resource.location());
    }

    /**
     * Parses JSON first: the parser of YAML refuses tabs. Faults are reported with their location in the schema's file, as the
     * parser finds them whose language the text begins like.
     */
    private static Optional<SourceTree> parse(byte[] text, ProblemCollector problems) {
        ProblemCollector noJson = new ProblemCollector();
        Optional<SourceTree> json = SourceParser.parse("schema.json", text, noJson);
        if (json.isPresent() && !noJson.hasErrors()) {
            return json;
        }
        ProblemCollector noYaml = new ProblemCollector();
        Optional<SourceTree> yaml = SourceParser.parse("schema.yaml", text, noYaml);
        boolean isYaml = yaml.isPresent() && !noYaml.hasErrors();
        boolean beginsAsJson = new String(text, StandardCharsets.UTF_8).stripLeading().startsWith("{");
        (beginsAsJson && !isYaml ? noJson : noYaml).all().forEach(problems::add);
        return yaml;
    }

    private static boolean isSchema(JsonNode value) {
        return value.isObject() || value.isBoolean();
    }
}
