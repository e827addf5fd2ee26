package dev.cairn.compiler.validation;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.definition.NameSuggestions;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.Schema;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.SourceMap;
import dev.cairn.value.CompiledSchema;

/**
 * Checks JSON Schemas. An unknown keyword has no meaning in JSON Schema and is allowed; a near miss of a known one is reported.
 */
final class JsonSchemaCheck {

    /** Keywords whose value is a schema. */
    private static final Set<String> SCHEMA = Set.of("additionalItems", "additionalProperties", "contains", "contentSchema",
            "else", "if", "items", "not", "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties");

    /** Keywords whose value is a list of schemas. */
    private static final Set<String> SCHEMAS = Set.of("allOf", "anyOf", "items", "oneOf", "prefixItems");

    /** Keywords whose value has a schema for each key. */
    private static final Set<String> NAMED_SCHEMAS = Set.of("$defs", "definitions", "dependentSchemas", "patternProperties",
            "properties");

    private static final List<String> TYPES = List.of("array", "boolean", "integer", "null", "number", "object", "string");

    private static final List<String> KEYWORDS = List.of("$anchor", "$comment", "$defs", "$dynamicAnchor", "$dynamicRef", "$id",
            "$ref", "$schema", "$vocabulary", "additionalItems", "additionalProperties", "allOf", "anyOf", "const", "contains",
            "contentEncoding", "contentMediaType", "contentSchema", "default", "definitions", "dependentRequired",
            "dependentSchemas", "deprecated", "description", "else", "enum", "examples", "exclusiveMaximum", "exclusiveMinimum",
            "format", "if", "items", "maxContains", "maxItems", "maxLength", "maxProperties", "maximum", "minContains",
            "minItems", "minLength", "minProperties", "minimum", "multipleOf", "not", "oneOf", "pattern", "patternProperties",
            "prefixItems", "properties", "propertyNames", "readOnly", "required", "then", "title", "type", "unevaluatedItems",
            "unevaluatedProperties", "uniqueItems", "writeOnly", "dependencies", "id", "$recursiveRef", "$recursiveAnchor",
            "example", "discriminator", "nullable", "xml", "externalDocs");

    private final SourceMap sources;
    private final ProblemCollector problems;

    JsonSchemaCheck(SourceMap sources, ProblemCollector problems) {
        this.sources = sources;
        this.problems = problems;
    }

    /** A schema, or null for none. */
    void check(Schema schema) {
        if (schema == null) {
            return;
        }
        String root = schema.location().pointer();
        List<CompiledSchema.Violation> faults = CompiledSchema.faults(schema.document());
        Set<String> told = new HashSet<>();
        for (CompiledSchema.Violation fault : faults) {
            // One mistake can break several rules.
            if (!told.add(fault.pointer())) {
                continue;
            }
            problems.error(ValidationErrorCodes.SCHEMA, sources.at(root + fault.pointer()),
                    "Not a JSON Schema: " + fault.message(),
                    fault.pointer().isEmpty()
                            ? "Let references lead to its own $defs, and write patterns as JSON Schema has them."
                            : suggestion(schema.document().at(fault.pointer())));
        }
        keywords(schema.document(), schema.location());
    }

    private static String suggestion(JsonNode value) {
        String near = value.isTextual() ? NameSuggestions.didYouMean(value.textValue(), TYPES) : null;
        return near != null ? near : "Write it as JSON Schema 2020-12 has it.";
    }

    private void keywords(JsonNode schema, SourceLocation location) {
        for (Map.Entry<String, JsonNode> member : schema.properties()) {
            String keyword = member.getKey();
            JsonNode value = member.getValue();
            SourceLocation at = location.child(keyword);
            if (!KEYWORDS.contains(keyword)) {
                unknown(keyword, at);
            } else if (SCHEMAS.contains(keyword) && value.isArray()) {
                for (int i = 0; i < value.size(); i++) {
                    keywords(value.get(i), at.child(String.valueOf(i)));
                }
            } else if (SCHEMA.contains(keyword)) {
                keywords(value, at);
            } else if (NAMED_SCHEMAS.contains(keyword)) {
                value.properties().forEach(named -> keywords(named.getValue(), at.child(named.getKey())));
            }
        }
    }

    private void unknown(String keyword, SourceLocation location) {
        String suggestion = NameSuggestions.didYouMean(keyword, KEYWORDS);
        if (suggestion != null) {
            problems.warning(ValidationErrorCodes.SCHEMA_KEYWORD, sources.at(location.pointer()),
                    "JSON Schema has no keyword \"" + keyword + "\"; it checks nothing", suggestion);
        }
    }
}
