package dev.cairn.fluent;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.definition.Definition;
import dev.cairn.definition.Document;
import dev.cairn.definition.HttpTriggerSpec;
import dev.cairn.definition.Location;
import dev.cairn.definition.Problems;
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

    /** Where the part keeps what belongs to {@code document.metadata.cairn}. */
    private static final String METADATA = "#cairn";

    private final Place place;
    private final Part part;
    private final List<FlowTask<?>> tasks;

    Flow(Place place, Part part, List<FlowTask<?>> tasks) {
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
        return with(part.parsed(schema, "input", "schema", "document"));
    }

    /** As {@link #inputSchema(String)}, with the schema as a map. */
    public Flow inputSchema(Map<String, ?> schema) {
        return with(part.valueOrMissing(schema, "input", "schema", "document"));
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
        return with(part.parsed(schema, "output", "schema", "document"));
    }

    /** As {@link #outputSchema(String)}, with the schema as a map. */
    public Flow outputSchema(Map<String, ?> schema) {
        return with(part.valueOrMissing(schema, "output", "schema", "document"));
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

    /**
     * What the application calls an instance: it can be found by that. Made of the input when the instance starts.
     *
     * <pre>{@code
     * flow(…).businessKey("${ .orderId }")
     * }</pre>
     *
     * @param expression an expression <code>${ … }</code> on the input, which gives a string, number, boolean, or null for none
     */
    public Flow businessKey(String expression) {
        return with(part.expression(expression, METADATA, "businessKey"));
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
                : with(part.expression(expression, METADATA, "attributes", name));
    }

    /** How long an instance is kept after it has ended, unless the configuration says otherwise for this workflow. */
    public Flow retention(Duration duration) {
        return with(part.duration(duration, METADATA, "retention"));
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

    private Flow with(Part changed) {
        return new Flow(place, changed, tasks);
    }

    /**
     * The definition, the same as that of the equivalent YAML. Called while an application is built.
     *
     * @param document who the definition is
     * @param http its HTTP trigger, or null
     * @param sourceFile the Java file that has the flow, for messages; what was written in another file is reported there
     * @param problems gets every mistake, with file and line
     * @return the definition. If errors were reported it has stand-ins for what is wrong: good for finding more problems, not for
     *         running
     */
    public Definition toDefinition(Document document, HttpTriggerSpec http, String sourceFile, Problems problems) {
        Assembly assembly = new Assembly(sourceFile, problems, place);
        assembly.report(part, "");
        ObjectNode source = JsonNodeFactory.instance.objectNode();
        ObjectNode json = part.json();
        JsonNode metadata = json.remove(METADATA);
        source.set("document", document(document, http, metadata));
        source.setAll(json);
        List<Task> models = assembly.tasks(tasks, "/do", source.putArray("do"));
        Location location = assembly.at("");
        return new Definition(document, Models.input(json, location), Models.output(json, location, "output"),
                Models.duration(json, location, "timeout", "after"), http, Models.instances(source, location),
                Models.texts(json.path("use").path("secrets")), models, source, assembly);
    }

    private static ObjectNode document(Document document, HttpTriggerSpec http, JsonNode metadata) {
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
        if (http != null || metadata != null) {
            ObjectNode cairn = json.putObject("metadata").putObject("cairn");
            if (http != null) {
                cairn.putObject("http").put("path", http.path());
            }
            if (metadata != null) {
                cairn.setAll((ObjectNode) metadata);
            }
        }
        return json;
    }
}
