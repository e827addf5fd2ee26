package dev.cairn.fluent;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.definition.DefinitionTriggers;
import dev.cairn.definition.Document;
import dev.cairn.definition.JavaDefinitionDocument;
import dev.cairn.definition.SourceLocation;
import dev.cairn.fluent.source.DefinitionFragment;
import dev.cairn.fluent.source.FluentErrorCodes;
import dev.cairn.fluent.source.SourceLine;

/**
 * A workflow written in Java: what the static method of a {@code @Workflow} class returns. Made by
 * {@link Flows#flow(FlowTask...)}. Immutable: each method gives a changed copy.
 *
 * <pre>{@code
 * @Workflow(name = "orders")
 * class Orders {
 *     static Flow define() {
 *         return flow(
 *                 call("reserve", Inventory::reserve),
 *                 choose("size", when(".amount > 1000").then("review"), otherwise().then("ship")),
 *                 waitFor("review", Duration.ofSeconds(3)),
 *                 call("ship", Shipping::ship));
 *     }
 * }
 * }</pre>
 */
public final class Flow {

    private static final String DOCUMENT = "document";
    private static final String METADATA = "metadata";
    private static final String CAIRN = "cairn";
    /** Parts that have their place in a definition, wherever they are said. */
    private static final Set<String> ARRANGED = Set.of(DOCUMENT, "use", "do");
    /** The methods that add the properties that a definition in Java can lack. */
    private static final Map<String, String> REMEDIES = Map.of("catch", "Add .catching(onError()…).", "in", "Add .in(…).",
            "then", "Add .then(…).", "set", "Add .to(key, value).", "secrets", "Name it in .secrets(…).",
            "use", "Define it with a use… method of the flow, or give it here.", "recursion",
            "Repeat tasks with forEach or then.",
            "duration", "Write it such as Duration.ofMinutes(5), PT5M or ${ … }.");
    private static final String TRIGGER = "/document/metadata/cairn/http/path";

    private final SourceLine place;
    private final DefinitionFragment part;
    private final List<FlowTask<?>> tasks;

    Flow(SourceLine place, DefinitionFragment part, List<FlowTask<?>> tasks) {
        this.place = place;
        this.part = part;
        this.tasks = tasks;
    }

    /**
     * Refuses to start with an input that does not fulfil a schema.
     *
     * <pre>{@code
     * flow(…).inputSchema("""
     *     {"type": "object", "required": ["orderId", "items"]}""")
     * }</pre>
     *
     * @param schema a JSON Schema (draft 2020-12) as JSON text
     */
    public Flow inputSchema(String schema) {
        return with(part.schema(schema, "input"));
    }

    /** As {@link #inputSchema(String)}, with the schema as a map. */
    public Flow inputSchema(Map<String, ?> schema) {
        return with(part.schema(schema, "input"));
    }

    /** As {@link #inputSchema(String)}, with the schema from a file on the class path. */
    public Flow inputSchema(ClassPathResource schema) {
        return with(part.schemaFrom(ClassPathResource.uri(schema), "input"));
    }

    /**
     * Changes the input before the first task sees it.
     *
     * <pre>{@code
     * flow(…).inputFrom(".order")
     * }</pre>
     *
     * @param expression a jq expression
     */
    public Flow inputFrom(String expression) {
        return with(part.text(expression, "input", "from"));
    }

    /** As {@link #inputFrom(String)}, into an object; strings of the form {@code ${ … }} in it are jq expressions. */
    public Flow inputFrom(Map<String, ?> object) {
        return with(part.valueOrAbsent(object, "input", "from"));
    }

    /**
     * Makes the result of the workflow from the output of its last task.
     *
     * <pre>{@code
     * flow(…).outputAs("{orderId, status}")
     * }</pre>
     *
     * @param expression a jq expression
     */
    public Flow outputAs(String expression) {
        return with(part.text(expression, "output", "as"));
    }

    /** As {@link #outputAs(String)}, into an object; strings of the form {@code ${ … }} in it are jq expressions. */
    public Flow outputAs(Map<String, ?> object) {
        return with(part.valueOrAbsent(object, "output", "as"));
    }

    /** Fails the workflow if its result does not fulfil a schema, given as JSON text. */
    public Flow outputSchema(String schema) {
        return with(part.schema(schema, "output"));
    }

    /** As {@link #outputSchema(String)}, with the schema as a map. */
    public Flow outputSchema(Map<String, ?> schema) {
        return with(part.schema(schema, "output"));
    }

    /** As {@link #outputSchema(String)}, with the schema from a file on the class path. */
    public Flow outputSchema(ClassPathResource schema) {
        return with(part.schemaFrom(ClassPathResource.uri(schema), "output"));
    }

    /**
     * Fails an instance with a timeout error if it takes longer, waiting included.
     *
     * <pre>{@code
     * flow(…).timeout(Duration.ofHours(2))
     * }</pre>
     */
    public Flow timeout(Duration duration) {
        return with(part.duration(duration, "timeout", "after"));
    }

    /** As {@link #timeout(Duration)}; the expression {@code ${ … }} gives an ISO 8601 duration such as {@code PT2H}. */
    public Flow timeout(String expression) {
        return with(part.text(expression, "timeout", "after"));
    }

    /** As {@link #timeout(Duration)}, with a timeout that {@link #useTimeout(String, Duration)} has named. */
    public Flow timeout(ComponentReference timeout) {
        return with(ComponentReference.part(timeout, part, "timeout"));
    }

    /**
     * The business key of an instance, by which it can be found. Computed from the input when the instance starts.
     *
     * <pre>{@code
     * flow(…).businessKey("${ .orderId }")
     * }</pre>
     *
     * @param expression an expression <code>${ … }</code> on the input, which gives a string, number, boolean, or null for none
     */
    public Flow businessKey(String expression) {
        return with(part.expression(expression, DOCUMENT, METADATA, CAIRN, "businessKey"));
    }

    /**
     * Something else that an instance can be found by; at most 16 of them. Made of the input when the instance starts.
     *
     * <pre>{@code
     * flow(…).attribute("customer", "${ .customerId }")
     * }</pre>
     *
     * @param name 1 to 255 characters
     * @param expression as for {@link #businessKey(String)}
     */
    public Flow attribute(String name, String expression) {
        return name == null ? with(part.missing("attribute", "null"))
                : with(part.expression(expression, DOCUMENT, METADATA, CAIRN, "attributes", name));
    }

    /**
     * Something that callers can ask each instance at any time, with {@code InstanceHandle.query}. The answer is computed from the
     * state of the instance, and nothing is written.
     *
     * <pre>{@code
     * flow(…).query("progress", "${ {step: $context.step, open: ($context.lines | length)} }")
     * }</pre>
     *
     * @param name 1 to 63 letters, digits, hyphens and underscores; begins with a letter
     * @param expression an expression <code>${ … }</code>; it sees the argument of the query as {@code .}, {@code $context},
     *        {@code $workflow} and {@code $runtime}
     */
    public Flow query(String name, String expression) {
        return name == null ? with(part.missing("query", "null"))
                : with(part.expression(expression, DOCUMENT, METADATA, CAIRN, "queries", name));
    }

    /** Retention of an instance after its end, unless the configuration sets another for this workflow. */
    public Flow retention(Duration duration) {
        return with(part.duration(duration, DOCUMENT, METADATA, CAIRN, "retention"));
    }

    /** As {@link #retention(Duration)}, for instances that have completed. */
    public Flow completedRetention(Duration duration) {
        return with(part.duration(duration, DOCUMENT, METADATA, CAIRN, "retention", "completed"));
    }

    /** As {@link #retention(Duration)}, for instances that have failed. */
    public Flow faultedRetention(Duration duration) {
        return with(part.duration(duration, DOCUMENT, METADATA, CAIRN, "retention", "faulted"));
    }

    /** As {@link #retention(Duration)}, for instances that were cancelled. */
    public Flow cancelledRetention(Duration duration) {
        return with(part.duration(duration, DOCUMENT, METADATA, CAIRN, "retention", "cancelled"));
    }

    /**
     * Time for which an event that no instance takes is kept, for the types that the tasks of this workflow listen for. An
     * instance that begins to listen in that time gets it.
     */
    public Flow keepEvents(Duration duration) {
        return with(part.duration(duration, DOCUMENT, METADATA, CAIRN, "events", "keep"));
    }

    /**
     * Maximum number of instances of this workflow that are under way at a time, unless the configuration sets another. A start
     * beyond the limit is durable, and begins when others have ended: the oldest first.
     *
     * <pre>{@code
     * flow(…).concurrency(5)
     * }</pre>
     *
     * @param instances 1 or more
     */
    public Flow concurrency(int instances) {
        return with(part.with(IntNode.valueOf(instances), DOCUMENT, METADATA, CAIRN, "concurrency"));
    }

    /** True if it has a {@linkplain #schedule schedule}. */
    public boolean isScheduled() {
        return part.has("schedule");
    }

    /**
     * Starts instances at times, or by events. A workflow has at most one schedule of each kind.
     *
     * <pre>{@code
     * flow(…).schedule(cron("0 8 * * *").zone("Europe/Berlin"))
     * }</pre>
     *
     * @param schedule {@link Flows#cron(String)}, {@link Flows#every(Duration)}, {@link Flows#after(Duration)}, or
     *        {@link Flows#on(ListenTarget)}, which stands alone
     */
    public Flow schedule(FlowSchedule schedule) {
        return with(schedule == null ? part.missing("schedule", "null") : schedule.addTo(part));
    }

    /**
     * Says something about the workflow that is yours to use, as {@code $workflow.definition.document.metadata} for instance.
     *
     * @param key any but {@code cairn}
     */
    public Flow metadata(String key, Object value) {
        return key == null || key.equals(CAIRN)
                ? with(part.missing(METADATA, key == null ? "null" : "what other methods say"))
                : with(part.value(value, DOCUMENT, METADATA, key));
    }

    /** Tags of the workflow, for people. */
    public Flow tags(Map<String, String> tags) {
        return with(part.valueOrAbsent(tags, DOCUMENT, "tags"));
    }

    /**
     * Names the secrets that calls of the workflow use, as {@code $secrets.name}. The configuration gives them:
     * {@code quarkus.cairn.secret.<name>.value}, or {@code quarkus.cairn.secret.<name>.fields.<key>} for one of several parts.
     *
     * <pre>{@code
     * flow(http("pet", "GET", "https://pets.example.com/{id}").bearer("${ $secrets.petToken }")).secrets("petToken")
     * }</pre>
     */
    public Flow secrets(String... names) {
        return with(part.valueOrAbsent(names == null ? null : Arrays.asList(names), "use", "secrets"));
    }

    /**
     * Gives an error a name, by which tasks can raise it.
     *
     * <pre>{@code
     * flow(raise("refuse", named("refused"))).useError("refused", error("https://acme.example/errors/refused", 409))
     * }</pre>
     */
    public Flow useError(String name, FlowError error) {
        return using("errors", name, error == null ? null : error.part());
    }

    /**
     * Gives a retry policy a name.
     *
     * <pre>{@code
     * flow(tryTo("charge", call("pay", Payments::pay)).catching(onError().retry(named("patient"))))
     *         .useRetry("patient", linear(Duration.ofSeconds(1)).attempts(5))
     * }</pre>
     */
    public Flow useRetry(String name, Retry retry) {
        return using("retries", name, retry == null ? null : retry.part());
    }

    /**
     * Gives a timeout a name.
     *
     * <pre>{@code
     * flow(call("charge", Payments::charge).timeout(named("short"))).useTimeout("short", Duration.ofSeconds(30))
     * }</pre>
     */
    public Flow useTimeout(String name, Duration timeout) {
        return using("timeouts", name, DefinitionFragment.empty().duration(timeout, "after"));
    }

    /**
     * Gives credentials a name, by which HTTP calls can use them.
     *
     * <pre>{@code
     * flow(http("pet", "GET", "https://pets.example.com/1").authentication(named("pets")))
     *         .useAuthentication("pets", bearerSecret("petStore")).secrets("petStore")
     * }</pre>
     */
    public Flow useAuthentication(String name, Credentials credentials) {
        return using("authentications", name, credentials == null ? null : credentials.part());
    }

    /**
     * Gives a catalog of functions a name, by which calls can use its functions.
     *
     * <pre>{@code
     * flow(callFunction("log", "log:1.0.0@shared")).useCatalog("shared", "https://catalog.example.com")
     * }</pre>
     *
     * @param uri URL of the catalog, or a directory on the class path: {@code classpath:catalog}
     */
    public Flow useCatalog(String name, String uri) {
        return using("catalogs", name, DefinitionFragment.empty().text(uri, "endpoint"));
    }

    /**
     * Makes a task a function: {@link Flows#callFunction} calls it by its name, as often as it likes. It takes the place of each call,
     * with the arguments as its input.
     *
     * <pre>{@code
     * flow(callFunction("first", "pet").with(Map.of("id", 1)), callFunction("second", "pet").with(Map.of("id", 2)))
     *         .useFunction(http("pet", "GET", "https://pets.example.com/{id}"))
     * }</pre>
     */
    public Flow useFunction(FlowTask<?> function) {
        if (function == null) {
            return with(part.missing("function", "null"));
        }
        String name = function.label();
        return with(part.has("use", "functions", name)
                ? part.mistake(function.place(), "/use/functions/" + SourceLocation.escape(name), FluentErrorCodes.GIVEN_TWICE,
                        "A function is named \"" + name + "\" already", "Rename one of the two.")
                : part.nested(function.element(), "use", "functions", name));
    }

    /**
     * Puts tasks around all tasks of a kind, at any depth. The first extension is the outermost.
     *
     * <pre>{@code
     * flow(…).useExtension(extension("audit", TaskKind.CALL).after(callFunction("told", "audit")))
     * }</pre>
     */
    public Flow useExtension(FlowExtension extension) {
        return with(extension == null ? part.missing("extension", "null")
                : part.appended(extension.entry(), "use", "extensions"));
    }

    private Flow using(String group, String name, DefinitionFragment component) {
        if (name == null || name.isBlank() || component == null) {
            return with(part.missing("use." + group, "null or without a name"));
        }
        if (part.has("use", group, name)) {
            return with(part.mistake(FluentErrorCodes.GIVEN_TWICE, "use." + group + " has a \"" + name + "\" already",
                    "Rename one of the two."));
        }
        return with(part.nested(component, "use", group, name).placed(SourceLine.here(), "use", group, name));
    }

    private Flow with(DefinitionFragment changed) {
        return new Flow(place, changed, tasks);
    }

    /**
     * The definition as the DSL's JSON, the same as that of the equivalent YAML. Called while an application is built.
     *
     * @param document identity of the definition
     * @param http its HTTP trigger, or null
     * @param sourceFile the Java file that has the flow, for messages; parts written in another file are reported there
     */
    public JavaDefinitionDocument describe(Document document, DefinitionTriggers.Http http, String sourceFile) {
        DefinitionFragment whole = part.nested(GroupTask.list(tasks), "do").placed(place);
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set(DOCUMENT, document(document, http, whole.json().path(DOCUMENT)));
        whole.json().properties().stream().filter(property -> !ARRANGED.contains(property.getKey()))
                .forEach(property -> json.set(property.getKey(), property.getValue()));
        if (whole.has("use")) {
            json.set("use", components(whole.json().path("use")));
        }
        json.set("do", whole.json().path("do"));
        JavaDefinitionDocument source = whole.source(json, sourceFile, REMEDIES);
        return http == null ? source : source.with(TRIGGER, http.location());
    }

    private static ObjectNode document(Document document, DefinitionTriggers.Http http, JsonNode said) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("dsl", document.dsl());
        json.put("namespace", document.namespace());
        json.put("name", document.name());
        json.put("version", document.version());
        if (document.title() != null) {
            json.put("title", document.title());
        }
        if (document.summary() != null) {
            json.put("summary", document.summary());
        }
        if (said.has("tags")) {
            json.set("tags", said.path("tags"));
        }
        ObjectNode metadata = JsonNodeFactory.instance.objectNode();
        said.path(METADATA).properties().forEach(property -> metadata.set(property.getKey(), property.getValue()));
        ObjectNode cairn = JsonNodeFactory.instance.objectNode();
        if (http != null) {
            cairn.putObject("http").put("path", http.path());
        }
        said.path(METADATA).path(CAIRN).properties()
                .forEach(property -> cairn.set(property.getKey(), property.getValue()));
        metadata.remove(CAIRN);
        if (!cairn.isEmpty()) {
            metadata.set(CAIRN, cairn);
        }
        if (!metadata.isEmpty()) {
            json.set(METADATA, metadata);
        }
        return json;
    }

    /** The components with those that have tasks at the end. */
    private static ObjectNode components(JsonNode said) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        said.properties().forEach(group -> json.set(group.getKey(), group.getValue()));
        for (String group : List.of("functions", "extensions")) {
            JsonNode components = json.remove(group);
            if (components != null) {
                json.set(group, components);
            }
        }
        return json;
    }
}
