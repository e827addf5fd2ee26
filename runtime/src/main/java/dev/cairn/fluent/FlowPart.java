package dev.cairn.fluent;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.definition.Template;
import dev.cairn.value.DurationValues;

/**
 * The properties of one element so far: JSON as the DSL writes it, and the faults. Immutable; a method that adds properties
 * gives a new one. Keys that form a path go through nested objects.
 */
final class FlowPart {

    private static final String JSON = "JSON has strings, numbers, booleans, nulls, lists and maps of them.";

    private final ObjectNode json;
    private final List<FlowMistake> mistakes;

    private FlowPart(ObjectNode json, List<FlowMistake> mistakes) {
        this.json = json;
        this.mistakes = mistakes;
    }

    static FlowPart empty() {
        return new FlowPart(JsonNodeFactory.instance.objectNode(), List.of());
    }

    /** A copy that the caller may change. */
    ObjectNode json() {
        return json.deepCopy();
    }

    boolean isEmpty() {
        return json.isEmpty();
    }

    List<FlowMistake> mistakes() {
        return mistakes;
    }

    FlowPart mistake(String code, String message, String suggestion) {
        List<FlowMistake> more = new ArrayList<>(mistakes);
        more.add(new FlowMistake(SourceLine.here(), code, message, suggestion));
        return new FlowPart(json, List.copyOf(more));
    }

    /** With the JSON and mistakes of another part under a key. */
    FlowPart nested(String key, FlowPart other) {
        return nested(other, key);
    }

    /** With the JSON and mistakes of another part at the end of a path. */
    FlowPart nested(FlowPart other, String... path) {
        List<FlowMistake> all = new ArrayList<>(mistakes);
        all.addAll(other.mistakes);
        return new FlowPart(with(other.json(), path).json, List.copyOf(all));
    }

    /** With the JSON and mistakes of another part at the end of a list. */
    FlowPart added(String key, FlowPart other) {
        List<FlowMistake> all = new ArrayList<>(mistakes);
        all.addAll(other.mistakes);
        ObjectNode copy = json();
        copy.withArrayProperty(key).add(other.json());
        return new FlowPart(copy, List.copyOf(all));
    }

    /** With JSON that is known to be good. */
    FlowPart with(JsonNode value, String... path) {
        ObjectNode copy = json();
        ObjectNode object = copy;
        for (int i = 0; i < path.length - 1; i++) {
            // The last value applies, in any form.
            object = object.get(path[i]) instanceof ObjectNode inner ? inner : object.putObject(path[i]);
        }
        object.set(path[path.length - 1], value);
        return new FlowPart(copy, mistakes);
    }

    boolean has(String... path) {
        JsonNode value = json;
        for (String key : path) {
            value = value.path(key);
        }
        return !value.isMissingNode();
    }

    /** With a string that must not be null or blank. */
    FlowPart text(String value, String... path) {
        if (value == null || value.isBlank()) {
            return missing(path[path.length - 1], value == null ? "null" : "empty");
        }
        return with(TextNode.valueOf(value), path);
    }

    /** With an expression that must be wrapped. */
    FlowPart expression(String value, String... path) {
        if (value == null || value.isBlank() || Template.isWrapped(value)) {
            return text(value, path);
        }
        return mistake(FluentCodes.NO_EXPRESSION, "\"" + value + "\" is no expression", "Write it as ${ … }.");
    }

    /** With any value; null is JSON's null. */
    FlowPart value(Object value, String... path) {
        return convert(() -> JsonValues.of(value), JSON, path);
    }

    /** With an expression, or with an object, which must not be null. */
    FlowPart valueOrMissing(Object value, String... path) {
        return value == null ? missing(path[path.length - 1], "null") : value(value, path);
    }

    /** With what a JSON text says. */
    FlowPart parsed(String text, String... path) {
        return text == null || text.isBlank() ? text(text, path) : convert(() -> JsonValues.parse(text), JSON, path);
    }

    /** With a JSON Schema, given as text. */
    FlowPart schema(String text, String key) {
        return with(JsonNodeFactory.instance.objectNode(), key, "schema").parsed(text, key, "schema", "document");
    }

    /** With a JSON Schema. */
    FlowPart schema(Map<String, ?> schema, String key) {
        return with(JsonNodeFactory.instance.objectNode(), key, "schema").valueOrMissing(schema, key, "schema", "document");
    }

    /** With the place of a JSON Schema. */
    FlowPart schema(Resource resource, String key) {
        return with(JsonNodeFactory.instance.objectNode(), key, "schema")
                .source(resource, JsonValues::parse, key, "schema", "resource", "endpoint");
    }

    /** With the place of a text. */
    FlowPart source(Resource resource, String... path) {
        return source(resource, text -> text, path);
    }

    private FlowPart source(Resource resource, Function<String, ?> reader, String... path) {
        return resource == null ? missing("resource", "null") : convert(() -> {
            // It is read here only to tell what is wrong with it.
            reader.apply(Resource.text(resource.uri()));
            return TextNode.valueOf(resource.uri());
        }, "Write the path of a file that the application has; it begins at the root of the class path.", path);
    }

    private FlowPart convert(Supplier<JsonNode> value, String suggestion, String... path) {
        try {
            return with(value.get(), path);
        } catch (IllegalArgumentException noJson) {
            return mistake(FluentCodes.NO_JSON, "\"" + path[path.length - 1] + "\": " + noJson.getMessage(), suggestion);
        }
    }

    FlowPart duration(Duration value, String... path) {
        if (value == null) {
            return missing(path[path.length - 1], "null");
        }
        if (value.isNegative()) {
            return mistake(FluentCodes.INVALID_DURATION, "The duration " + value + " is negative", "Write a positive one.");
        }
        return isoOrExpression(value.toString(), path);
    }

    /** With a duration as text: ISO 8601 or an expression. */
    FlowPart isoOrExpression(String value, String... path) {
        if (value == null || value.isBlank() || Template.isWrapped(value)) {
            return text(value, path);
        }
        try {
            DurationValues.millis(TextNode.valueOf(value));
            return text(value, path);
        } catch (IllegalArgumentException noDuration) {
            return mistake(FluentCodes.INVALID_DURATION, noDuration.getMessage(), "An expression is written ${ … }.");
        }
    }

    FlowPart missing(String key, String what) {
        return mistake(FluentCodes.MISSING, "\"" + key + "\" is " + what,
                "Write something; what need not be there may be left out.");
    }
}
