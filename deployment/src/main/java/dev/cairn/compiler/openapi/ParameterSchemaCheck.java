package dev.cairn.compiler.openapi;

import java.util.List;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.compiler.document.DocumentPart;
import dev.cairn.compiler.document.DocumentTree;
import dev.cairn.compiler.openapi.OperationLayout.SchemaDialect;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.SourceLocation;
import dev.cairn.value.CompiledSchema;

/** Checks constant values against schemas of a document. */
final class ParameterSchemaCheck {

    /** Properties of a parameter of Swagger 2 that are no part of its schema. */
    private static final Set<String> NOT_OF_SCHEMA = Set.of("allowEmptyValue", "collectionFormat", "description", "in", "name",
            "required");

    private final DocumentTree tree;
    private final SchemaDialect dialect;
    private final ProblemCollector problems;

    ParameterSchemaCheck(DocumentTree tree, SchemaDialect dialect, ProblemCollector problems) {
        this.tree = tree;
        this.dialect = dialect;
        this.problems = problems;
    }

    /**
     * Checks a value. A scalar of a parameter that takes an array stands for a list of one: every style encodes both alike.
     *
     * @param schema its schema; missing for none
     * @param parameter true if the schema stands in a parameter, and not by itself
     * @param name the thing that has the value, for the message
     */
    void check(DocumentPart schema, boolean parameter, JsonNode value, SourceLocation location, String name) {
        if (schema.isMissing()) {
            return;
        }
        CompiledSchema compiled = compiled(schema, parameter && dialect == SchemaDialect.SWAGGER);
        boolean listed = parameter && value.isValueNode() && isList(tree.resolved(schema).value().path("type"));
        JsonNode checked = listed ? JsonNodeFactory.instance.arrayNode().add(value) : value;
        List<CompiledSchema.Violation> violations = compiled == null ? List.of() : compiled.validate(checked);
        if (!violations.isEmpty()) {
            StringBuilder faults = new StringBuilder();
            violations.forEach(violation -> faults.append(faults.isEmpty() ? "" : "; ")
                    .append(violation.pointer().isEmpty() ? "" : violation.pointer() + " ").append(violation.message()));
            problems.error(OpenApiErrorCodes.VALUE, location,
                    "The schema of the OpenAPI document forbids " + name + ": " + faults + ".",
                    "Correct it, or the document.");
        }
    }

    /** True for the type of lists, alone or among several. */
    private static boolean isList(JsonNode type) {
        if (!type.isArray()) {
            return "array".equals(type.textValue());
        }
        for (JsonNode one : type) {
            if ("array".equals(one.textValue())) {
                return true;
            }
        }
        return false;
    }

    /** Null after a problem was reported. */
    private CompiledSchema compiled(DocumentPart schema, boolean flat) {
        ObjectNode whole = new RequestSchemaBuilder(tree, dialect).build(flat ? flattened(schema) : schema);
        if (whole == null) {
            return null;
        }
        try {
            return CompiledSchema.of(whole);
        } catch (IllegalArgumentException unusable) {
            tree.problem(schema, "The schema cannot be used: " + unusable.getMessage() + ".", "Correct the document.");
            return null;
        }
    }

    private static DocumentPart flattened(DocumentPart parameter) {
        ObjectNode schema = ((ObjectNode) parameter.value()).deepCopy();
        schema.remove(NOT_OF_SCHEMA);
        return new DocumentPart(parameter.file(), parameter.pointer(), schema);
    }
}
