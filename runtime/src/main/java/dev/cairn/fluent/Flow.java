package dev.cairn.fluent;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.definition.Definition;
import dev.cairn.definition.Document;
import dev.cairn.definition.HttpTriggerSpec;
import dev.cairn.definition.Problems;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.Task;

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

    /** Key under which the part keeps {@code document.metadata.cairn}, {@code document.metadata} and {@code document.tags}. */
    private static final String CAIRN = "#cairn";
    private static final String METADATA = "#metadata";
    private static final String TAGS = "#tags";

    private final SourceLine place;
    private final FlowPart part;
    private final ComponentUse use;
    private final List<FlowTask<?>> tasks;

    Flow(SourceLine place, FlowPart part, List<FlowTask<?>> tasks) {
        this(place, part, ComponentUse.NOTHING, tasks);
    }

    private Flow(SourceLine place, FlowPart part, ComponentUse use, List<FlowTask<?>> tasks) {
        this.place = place;
        this.part = part;
        this.use = use;
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
    public Flow inputSchema(Resource schema) {
        return with(part.schema(schema, "input"));
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
        return with(part.valueOrMissing(object, "input", "from"));
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
        return with(part.valueOrMissing(object, "output", "as"));
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
    public Flow outputSchema(Resource schema) {
        return with(part.schema(schema, "output"));
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
        return with(part.isoOrExpression(expression, "timeout", "after"));
    }

    /** As {@link #timeout(Duration)}, with a timeout that {@link #useTimeout(String, Duration)} has named. */
    public Flow timeout(Named timeout) {
        return with(Named.part(timeout, part, "timeout"));
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
        return with(part.expression(expression, CAIRN, "businessKey"));
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
                : with(part.expression(expression, CAIRN, "attributes", name));
    }

    /** Retention of an instance after its end, unless the configuration sets another for this workflow. */
    public Flow retention(Duration duration) {
        return with(part.duration(duration, CAIRN, "retention"));
    }

    /** As {@link #retention(Duration)}, for instances that have completed. */
    public Flow completedRetention(Duration duration) {
        return with(part.duration(duration, CAIRN, "retention", "completed"));
    }

    /** As {@link #retention(Duration)}, for instances that have failed. */
    public Flow faultedRetention(Duration duration) {
        return with(part.duration(duration, CAIRN, "retention", "faulted"));
    }

    /** As {@link #retention(Duration)}, for instances that were cancelled. */
    public Flow cancelledRetention(Duration duration) {
        return with(part.duration(duration, CAIRN, "retention", "cancelled"));
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
        return with(instances < 1
                ? part.mistake(FluentCodes.OUT_OF_RANGE, "concurrency is " + instances,
                        "Give a number of instances, at least 1.")
                : part.with(IntNode.valueOf(instances), CAIRN, "concurrency"));
    }

    /**
     * Says something about the workflow that is yours to use, as {@code $workflow.definition.document.metadata} for instance.
     *
     * @param key any but {@code cairn}
     */
    public Flow metadata(String key, Object value) {
        return key == null || key.equals("cairn")
                ? with(part.missing("metadata", key == null ? "null" : "what other methods say"))
                : with(part.value(value, METADATA, key));
    }

    /** Tags of the workflow, for people. */
    public Flow tags(Map<String, String> tags) {
        return with(part.valueOrMissing(tags, TAGS));
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
        return with(part.valueOrMissing(names == null ? null : List.of(names), "use", "secrets"));
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
        return using("timeouts", name, FlowPart.empty().duration(timeout, "after"));
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
     * Makes a task a function: {@link Flows#callFunction} calls it by its name, as often as it likes. It takes the place of each call,
     * with the arguments as its input.
     *
     * <pre>{@code
     * flow(callFunction("first", "pet").with(Map.of("id", 1)), callFunction("second", "pet").with(Map.of("id", 2)))
     *         .useFunction(http("pet", "GET", "https://pets.example.com/{id}"))
     * }</pre>
     */
    public Flow useFunction(FlowTask<?> function) {
        return function == null ? with(part.missing("function", "null"))
                : new Flow(place, part, use.withFunction(function), tasks);
    }

    /**
     * Puts tasks around all tasks of a kind, at any depth. The first extension is the outermost.
     *
     * <pre>{@code
     * flow(…).useExtension(extension("audit", TaskKind.CALL).after(callFunction("told", "audit")))
     * }</pre>
     */
    public Flow useExtension(FlowExtension extension) {
        return extension == null ? with(part.missing("extension", "null"))
                : new Flow(place, part, use.withExtension(extension), tasks);
    }

    private Flow using(String group, String name, FlowPart component) {
        if (name == null || name.isBlank() || component == null) {
            return with(part.missing("use." + group, "null or without a name"));
        }
        if (part.has("use", group, name)) {
            return with(part.mistake(FluentCodes.GIVEN_TWICE, "use." + group + " has a \"" + name + "\" already",
                    "Rename one of the two."));
        }
        ComponentUse located = use.withPlace("/use/" + group + "/" + SourceLocation.escape(name), SourceLine.here());
        return new Flow(place, part.nested(component, "use", group, name), located, tasks);
    }

    private Flow with(FlowPart changed) {
        return new Flow(place, changed, use, tasks);
    }

    /**
     * The definition, the same as that of the equivalent YAML. Called while an application is built.
     *
     * @param document identity of the definition
     * @param http its HTTP trigger, or null
     * @param sourceFile the Java file that has the flow, for messages; parts written in another file are reported there
     * @param problems gets every mistake, with file and line
     * @return the definition. If errors were reported it has stand-ins for what is wrong: good for finding more problems, not for
     *         running
     */
    public Definition toDefinition(Document document, HttpTriggerSpec http, String sourceFile, Problems problems) {
        ObjectNode json = part.json();
        ObjectNode source = JsonNodeFactory.instance.objectNode();
        source.set("document", document(document, http, json));
        ObjectNode used = json.path("use").isObject() ? (ObjectNode) json.remove("use")
                : JsonNodeFactory.instance.objectNode();
        source.setAll(json);
        DefinitionAssembly assembly = new DefinitionAssembly(sourceFile, problems, place, used);
        assembly.report(part, "");
        assembly.reusables().define(use);
        if (!used.isEmpty()) {
            source.set("use", used);
        }
        List<Task> models = assembly.tasks(tasks, "/do", source.putArray("do"));
        SourceLocation location = assembly.at("");
        return new Definition(document, ModelFactory.input(json, location), ModelFactory.output(json, location, "output"),
                ModelFactory.timeout(json, location, assembly.reusables()), http, ModelFactory.instances(source, location),
                ModelFactory.texts(used.path("secrets")), assembly.reusables().components(), models, source, assembly);
    }

    /** Takes what the flow says of the document out of its JSON. */
    private static ObjectNode document(Document document, HttpTriggerSpec http, ObjectNode said) {
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
        if (said.has(TAGS)) {
            json.set("tags", said.remove(TAGS));
        }
        ObjectNode metadata = JsonNodeFactory.instance.objectNode();
        if (said.has(METADATA)) {
            metadata.setAll((ObjectNode) said.remove(METADATA));
        }
        ObjectNode cairn = JsonNodeFactory.instance.objectNode();
        if (http != null) {
            cairn.putObject("http").put("path", http.path());
        }
        if (said.has(CAIRN)) {
            cairn.setAll((ObjectNode) said.remove(CAIRN));
        }
        if (!cairn.isEmpty()) {
            metadata.set("cairn", cairn);
        }
        if (!metadata.isEmpty()) {
            json.set("metadata", metadata);
        }
        return json;
    }
}
