package dev.cairn.fluent;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.definition.DataInput;
import dev.cairn.definition.DataOutput;
import dev.cairn.definition.DurationSpec;
import dev.cairn.definition.ErrorFilter;
import dev.cairn.definition.ErrorSpec;
import dev.cairn.definition.InstanceSpec;
import dev.cairn.definition.RetryPolicy;
import dev.cairn.definition.Schema;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.TaskProperties;
import dev.cairn.definition.Template;
import dev.cairn.definition.Then;
import dev.cairn.value.DurationValues;
import dev.cairn.value.RetentionSpec;

/** Makes elements of the definition model from JSON of the DSL that this package wrote itself. Absent parts are null. */
final class ModelFactory {

    private ModelFactory() {}

    static TaskProperties properties(String name, ObjectNode json, SourceLocation location, FlowComponents reusables,
            TaskKind kind) {
        return new TaskProperties(
                name,
                expression(json, location, "if"),
                input(json, location),
                output(json, location, "output"),
                output(json, location, "export"),
                timeout(json, location, reusables),
                then(json, location),
                reusables.around(kind, location),
                location);
    }

    /** At a place that takes an expression by type. */
    static Template expression(JsonNode json, SourceLocation location, String... path) {
        return template(json, location, true, path);
    }

    /** At a place where only wrapped strings are expressions. */
    static Template value(JsonNode json, SourceLocation location, String... path) {
        return template(json, location, false, path);
    }

    private static Template template(JsonNode json, SourceLocation location, boolean expression, String... path) {
        JsonNode value = json;
        SourceLocation at = location;
        for (String key : path) {
            value = value.path(key);
            at = at.child(key);
        }
        return value.isMissingNode() ? null : new Template(value, expression, at);
    }

    static DurationSpec duration(JsonNode json, SourceLocation location, String... path) {
        Template template = value(json, location, path);
        if (template == null) {
            return null;
        }
        return Template.isWrapped(template.value().textValue()) ? new DurationSpec(0, template, template.location())
                : new DurationSpec(DurationValues.millis(template.value()), null, template.location());
    }

    /** A timeout that is written out or has a name. */
    static DurationSpec timeout(JsonNode json, SourceLocation location, FlowComponents reusables) {
        FlowComponents.Component timeout = reusables.component("timeouts", json, location, "timeout");
        return duration(timeout.json(), timeout.location(), "after");
    }

    static Then then(JsonNode json, SourceLocation location) {
        String word = json.path("then").textValue();
        if (word == null) {
            return null;
        }
        SourceLocation at = location.child("then");
        for (Directive directive : Directive.values()) {
            if (directive.word().equals(word)) {
                return new Then(Then.Kind.valueOf(directive.name()), null, at);
            }
        }
        return new Then(Then.Kind.TASK, word, at);
    }

    static DataInput input(JsonNode json, SourceLocation location) {
        return json.has("input")
                ? new DataInput(schema(json, location, "input"), expression(json, location, "input", "from"))
                : DataInput.NONE;
    }

    static DataOutput output(JsonNode json, SourceLocation location, String key) {
        return json.has(key)
                ? new DataOutput(schema(json, location, key), expression(json, location, key, "as"))
                : DataOutput.NONE;
    }

    /** The settings for instances in {@code document.metadata.cairn}. */
    static InstanceSpec instances(JsonNode json, SourceLocation location) {
        String[] path = { "document", "metadata", "cairn" };
        JsonNode cairn = json.path(path[0]).path(path[1]).path(path[2]);
        SourceLocation at = location.child(path[0]).child(path[1]).child(path[2]);
        Map<String, Template> attributes = new TreeMap<>();
        cairn.path("attributes").fieldNames()
                .forEachRemaining(name -> attributes.put(name, value(cairn, at, "attributes", name)));
        return new InstanceSpec(value(cairn, at, "businessKey"), attributes, retention(cairn, at),
                cairn.path("concurrency").intValue());
    }

    private static RetentionSpec retention(JsonNode cairn, SourceLocation at) {
        if (cairn.path("retention").isObject()) {
            return new RetentionSpec(millis(cairn, at, "retention", "completed"), millis(cairn, at, "retention", "faulted"),
                    millis(cairn, at, "retention", "cancelled"));
        }
        return RetentionSpec.of(millis(cairn, at, "retention"));
    }

    private static long millis(JsonNode json, SourceLocation at, String... path) {
        DurationSpec duration = duration(json, at, path);
        return duration == null ? RetentionSpec.UNSAID : duration.millis();
    }

    private static Schema schema(JsonNode json, SourceLocation location, String key) {
        JsonNode resource = json.path(key).path("schema").path("resource");
        if (!resource.isMissingNode()) {
            return new Schema(JsonValues.parse(Resource.text(resource.get("endpoint").textValue())),
                    location.child(key).child("schema").child("resource"));
        }
        Template document = value(json, location, key, "schema", "document");
        return document == null ? null : new Schema(document.value(), document.location());
    }

    /** Null if type or status is absent. */
    static ErrorSpec error(JsonNode json, SourceLocation location) {
        Template type = value(json, location, "type");
        Template status = value(json, location, "status");
        return type == null || status == null ? null
                : new ErrorSpec(type, status, value(json, location, "instance"), value(json, location, "title"),
                        value(json, location, "detail"));
    }

    static ErrorFilter filter(JsonNode with) {
        return with.isMissingNode() ? ErrorFilter.ANY
                : new ErrorFilter(with.path("type").textValue(), integer(with.path("status")),
                        with.path("instance").textValue(), with.path("title").textValue(), with.path("detail").textValue());
    }

    static RetryPolicy retry(JsonNode json, SourceLocation location) {
        RetryPolicy.Backoff backoff = RetryPolicy.Backoff.CONSTANT;
        for (RetryPolicy.Backoff candidate : RetryPolicy.Backoff.values()) {
            if (json.path("backoff").has(candidate.name().toLowerCase(Locale.ROOT))) {
                backoff = candidate;
            }
        }
        return new RetryPolicy(
                expression(json, location, "when"),
                expression(json, location, "exceptWhen"),
                duration(json, location, "delay"),
                backoff,
                duration(json, location, "jitter", "from"),
                duration(json, location, "jitter", "to"),
                integer(json.path("limit").path("attempt").path("count")),
                duration(json, location, "limit", "attempt", "duration"),
                duration(json, location, "limit", "duration"),
                location);
    }

    /** The strings of a list; none if it is missing. */
    static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(text -> texts.add(text.textValue()));
        return texts;
    }

    private static Integer integer(JsonNode value) {
        return value.isInt() ? value.intValue() : null;
    }
}
