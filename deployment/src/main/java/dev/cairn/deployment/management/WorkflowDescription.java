package dev.cairn.deployment.management;

import java.util.List;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.definition.Definition;
import dev.cairn.definition.DefinitionTriggers;
import dev.cairn.definition.Document;
import dev.cairn.definition.EventConsumption;
import dev.cairn.definition.Problem;
import dev.cairn.definition.SourceLocation;
import dev.cairn.deployment.DefinitionBuildItem;

/**
 * Describes a definition for the management API.
 *
 * @param item the definition and what it was read from
 * @param path absolute path of its HTTP trigger, or null
 * @param warnings the build's warnings about it
 */
record WorkflowDescription(DefinitionBuildItem item, String path, List<Problem> warnings) {

    /** The fields that a list of workflows shows. */
    ObjectNode summary() {
        Document document = item.definition().document();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        put(json, "title", document.title());
        put(json, "summary", document.summary());
        var triggers = json.putArray("triggers");
        if (path != null) {
            triggers.addObject().put("kind", "http").put("method", "POST").put("path", path);
        }
        DefinitionTriggers.Events events = item.definition().triggers().events();
        if (events != null) {
            types(events.on()).forEach(type -> triggers.addObject().put("kind", "event").put("type", type));
        }
        if (!warnings.isEmpty()) {
            json.put("warningCount", warnings.size());
        }
        return json;
    }

    /** The types of events as the definition writes them; a star for all. */
    private static List<String> types(EventConsumption on) {
        return on.filters().isEmpty() ? List.of("*")
                : on.filters().stream().map(filter -> filter.with().get("type"))
                        .map(type -> type == null ? "*" : type.value().asText()).distinct().toList();
    }

    ObjectNode whole() {
        Definition definition = item.definition();
        ObjectNode json = summary();
        if (definition.input().schema() != null) {
            json.set("inputSchema", definition.input().schema().document());
        }
        SourceLocation at = definition.location();
        ObjectNode source = json.putObject("source");
        source.put("language", item.text().isEmpty() ? "java" : at.file().endsWith(".json") ? "json" : "yaml");
        source.put("file", at.file());
        if (at.line() > 0) {
            source.put("line", at.line());
        }
        item.workflowClass().ifPresent(type -> source.put("class", type.toString()));
        item.text().ifPresent(text -> source.put("text", text));
        ArrayNode list = json.putArray("warnings");
        warnings.forEach(warning -> list.add(describe(warning)));
        return json;
    }

    private static ObjectNode describe(Problem warning) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("code", warning.code()).put("message", warning.message());
        put(json, "advice", warning.suggestion());
        if (warning.location().line() > 0) {
            json.put("line", warning.location().line());
        }
        return json.put("pointer", warning.location().pointer());
    }

    private static void put(ObjectNode json, String name, String value) {
        if (value != null) {
            json.put(name, value);
        }
    }
}
