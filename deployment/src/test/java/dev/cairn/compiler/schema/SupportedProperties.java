package dev.cairn.compiler.schema;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The properties of definitions that the reader accepts, taken from the schema that is derived from the reader. An object that
 * occurs again, such as an authentication, is listed at its first place only.
 */
final class SupportedProperties {

    /** Smaller objects are listed again at each place. */
    private static final int MIN_SHARED_ROWS = 4;

    private final Map<String, Map<String, Row>> sections = new LinkedHashMap<>();
    private final Map<JsonNode, String> sharedPlaces = new HashMap<>();
    private final Map<String, String> references = new HashMap<>();
    private final Set<String> openPlaces = new HashSet<>();

    /**
     * A property.
     *
     * @param path the keys to it, below the task or the definition; {@code *} for a name of the author's, {@code []} for a list
     * @param values the accepted values, in words
     */
    record Row(String path, String values) {}

    private SupportedProperties() {}

    static SupportedProperties of(ObjectNode schema) {
        SupportedProperties properties = new SupportedProperties();
        JsonNode definitions = schema.path("definitions");
        properties.object("definition", "", schema);
        ObjectNode everyTask = schema.objectNode();
        definitions.properties().stream().filter(entry -> entry.getKey().startsWith("task."))
                .forEach(
                        entry -> everyTask.withObjectProperty("properties").set(entry.getKey().substring(5), entry.getValue()));
        properties.object("every task", "", everyTask);
        for (JsonNode kind : definitions.path("task").path("oneOf")) {
            properties.object(kind.path("title").textValue(), "", kind);
        }
        return properties;
    }

    /** The rows of each section: the definition, every task, and each kind of task. */
    Map<String, Map<String, Row>> sections() {
        return sections;
    }

    /** True if the property is listed, or is below a value whose form is the author's. */
    boolean includes(String key) {
        if (contains(key)) {
            return true;
        }
        String above = parent(key);
        while (!above.isEmpty() && !contains(above)) {
            above = parent(above);
        }
        return openPlaces.contains(above);
    }

    private boolean contains(String key) {
        int end = key.indexOf(": ");
        return sections.getOrDefault(key.substring(0, end), Map.of()).containsKey(key.substring(end + 2));
    }

    /** The place where a property is listed, if it is part of an object that is listed once for several places. */
    String listedPlace(String key) {
        for (String above = key; !above.isEmpty(); above = parent(above)) {
            String first = references.get(above);
            if (first != null) {
                return listedPlace(first + key.substring(above.length()));
            }
        }
        return key;
    }

    /** The key of the object or list around a property; empty at the top. */
    private static String parent(String key) {
        return key.substring(0, Math.max(0, Math.max(key.lastIndexOf('.'), key.lastIndexOf('['))));
    }

    private void object(String section, String path, JsonNode schema) {
        SortedSet<String> required = required(schema);
        alternatives(schema).forEach(alternative -> alternative.path("properties").properties().forEach(property -> {
            if (!property.getValue().path("$ref").asText().startsWith("#/definitions/task.")) {
                value(section, path.isEmpty() ? property.getKey() : path + "." + property.getKey(), property.getValue(),
                        required.contains(property.getKey()));
            }
        }));
        JsonNode named = schema.path("additionalProperties");
        if (named.isObject()) {
            value(section, path + ".*", named, false);
        }
        JsonNode items = schema.path("items");
        if (items.path("additionalProperties").isObject()) {
            value(section, path + "[].*", items.path("additionalProperties"), false);
        } else if (items.isObject()) {
            value(section, path + "[]", items, false);
        }
    }

    private void value(String section, String path, JsonNode schema, boolean required) {
        Map<String, Row> rows = sections.computeIfAbsent(section, title -> new LinkedHashMap<>());
        if (rows.containsKey(path)) {
            return;
        }
        String need = required ? "required; " : "";
        JsonNode shape = withoutDescription(schema);
        String shared = sharedPlaces.get(shape);
        if (shared != null) {
            references.put(section + ": " + path, shared);
            rows.put(path, new Row(path, need + "as `+" + shared + "+`"));
            return;
        }
        rows.put(path, new Row(path, need + AcceptedValues.of(schema)));
        if (isOpen(schema)) {
            openPlaces.add(section + ": " + path);
        }
        int before = rows.size();
        object(section, path, schema);
        if (rows.size() - before >= MIN_SHARED_ROWS) {
            sharedPlaces.put(shape, section + ": " + path);
        }
    }

    private static boolean isOpen(JsonNode schema) {
        boolean closed = alternatives(schema).stream().anyMatch(part -> part.has("additionalProperties"));
        return !schema.has("$ref") && !schema.has("items") && !closed;
    }

    private static List<JsonNode> alternatives(JsonNode schema) {
        List<JsonNode> parts = new ArrayList<>(List.of(schema));
        schema.path("anyOf").forEach(parts::add);
        return parts;
    }

    /** The properties that each form of an object needs. */
    private static SortedSet<String> required(JsonNode schema) {
        SortedSet<String> required = names(schema.path("required"));
        if (schema.path("anyOf") instanceof ArrayNode forms && !forms.isEmpty() && !schema.has("required")) {
            required.addAll(names(forms.get(0).path("required")));
            forms.forEach(form -> required.retainAll(names(form.path("required"))));
        }
        return required;
    }

    private static SortedSet<String> names(JsonNode list) {
        SortedSet<String> names = new TreeSet<>();
        list.forEach(name -> names.add(name.textValue()));
        return names;
    }

    private static JsonNode withoutDescription(JsonNode schema) {
        return schema instanceof ObjectNode object && object.has("description") ? object.deepCopy().without("description")
                : schema;
    }

    /** The sections with their rows in the order of paths. */
    Map<String, List<Row>> sorted() {
        Map<String, List<Row>> sorted = new LinkedHashMap<>();
        sections.forEach((title, rows) -> sorted.put(title, List.copyOf(new TreeMap<>(rows).values())));
        return sorted;
    }
}
