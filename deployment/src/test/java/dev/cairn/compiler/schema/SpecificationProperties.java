package dev.cairn.compiler.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

import com.fasterxml.jackson.databind.JsonNode;

/** The properties that the JSON Schema of the Open Workflow DSL names, by section and path as {@link SupportedProperties} has them. */
final class SpecificationProperties {

    private static final List<String> COMBINATIONS = List.of("anyOf", "oneOf", "allOf");

    private final JsonNode specification;
    private final SortedSet<String> paths = new TreeSet<>();

    private SpecificationProperties(JsonNode specification) {
        this.specification = specification;
    }

    /** Each path, behind the title of its section and a colon. */
    static SortedSet<String> of(JsonNode specification) {
        SpecificationProperties properties = new SpecificationProperties(specification);
        specification.path("properties").properties()
                .forEach(property -> properties.property("definition: ", property.getKey(), property.getValue(), List.of()));
        JsonNode definitions = specification.path("$defs");
        properties.object("every task: ", "", definitions.path("taskBase"), List.of());
        SortedSet<String> common = new TreeSet<>();
        properties.paths.stream().filter(path -> path.startsWith("every task: "))
                .forEach(path -> common.add(path.substring("every task: ".length())));
        for (JsonNode kind : definitions.path("task").path("oneOf")) {
            JsonNode task = properties.resolved(kind);
            (task.has("oneOf") ? task.path("oneOf") : List.of(task)).forEach(form -> properties.task(form, common));
        }
        return properties.paths;
    }

    private void task(JsonNode form, SortedSet<String> common) {
        SpecificationProperties own = new SpecificationProperties(specification);
        own.object("", "", form, List.of());
        own.paths.removeAll(common);
        String title = own.paths.stream().filter(path -> !path.contains(".") && !path.contains("[")).findFirst().orElseThrow();
        if (title.equals("call")) {
            String target = form.findPath("const").asText("");
            title = target.isEmpty() ? title : "call " + target;
        } else {
            title = resolved(form).path("required").path(0).asText(title);
        }
        String section = title + ": ";
        own.paths.forEach(path -> paths.add(section + path));
    }

    private void object(String section, String path, JsonNode schema, List<String> references) {
        String reference = schema.path("$ref").asText("");
        if (references.contains(reference) || reference.equals("#/$defs/task") || reference.equals("#/$defs/taskList")) {
            return;
        }
        List<String> within = new ArrayList<>(references);
        if (!reference.isEmpty()) {
            within.add(reference);
            object(section, path, resolved(schema), within);
        }
        COMBINATIONS.forEach(key -> schema.path(key).forEach(part -> object(section, path, part, within)));
        schema.path("properties").properties()
                .forEach(property -> property(section, path.isEmpty() ? property.getKey() : path + "." + property.getKey(),
                        property.getValue(), within));
        if (schema.path("additionalProperties").isObject()) {
            object(section, path + ".*", schema.path("additionalProperties"), within);
        }
        if (schema.path("items").isObject()) {
            object(section, path + "[]", schema.path("items"), within);
        }
    }

    private void property(String section, String path, JsonNode schema, List<String> references) {
        paths.add(section + path);
        object(section, path, schema, references);
    }

    private JsonNode resolved(JsonNode schema) {
        String reference = schema.path("$ref").asText("");
        return reference.isEmpty() ? schema : specification.at(reference.substring(1));
    }
}
