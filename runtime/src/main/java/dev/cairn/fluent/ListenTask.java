package dev.cairn.fluent;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.definition.EventConsumption;
import dev.cairn.definition.EventConsumption.Mode;
import dev.cairn.definition.EventFilter;
import dev.cairn.definition.EventFilter.Correlation;
import dev.cairn.definition.EventRead;
import dev.cairn.definition.ListenLoop;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.Task;
import dev.cairn.definition.TaskProperties;
import dev.cairn.definition.Template;

/**
 * Waits for events: {@link Flows#listen(String, Awaited)}. Immutable. The output is an array of what they tell, in the order in which
 * they came.
 */
public final class ListenTask extends FlowTask<ListenTask> {

    /** The tasks for each event; null for none. */
    private final List<FlowTask<?>> tasks;

    ListenTask(String name, SourceLine place, FlowPart part, List<FlowTask<?>> tasks) {
        super(name, place, part);
        this.tasks = tasks;
    }

    @Override
    ListenTask with(FlowPart changed) {
        return new ListenTask(name(), place(), changed, tasks);
    }

    @Override
    TaskKind kind() {
        return TaskKind.LISTEN;
    }

    /**
     * Gives whole events, with their attributes, instead of their data.
     *
     * <pre>{@code
     * listen("paid", one(events("shop.payment.received"))).envelopes().outputAs(".[0].time")
     * }</pre>
     */
    public ListenTask envelopes() {
        return with(part().with(TextNode.valueOf("envelope"), "listen", "read"));
    }

    /** Gives the data of events as texts. */
    public ListenTask raw() {
        return with(part().with(TextNode.valueOf("raw"), "listen", "read"));
    }

    /**
     * Does tasks for each event, one event after another, in the order in which they came. The last task's output goes into the
     * output.
     *
     * <pre>{@code
     * listen("orders", any(events("shop.order.placed")).until("length == 100"))
     *         .forEach("order", call("pack", Packing::pack).with("$order"))
     * }</pre>
     *
     * @param item name of the variable that holds the event's data; {@code $index} is its number, from 0
     */
    public ListenTask forEach(String item, FlowTask<?>... tasks) {
        FlowPart said = part().text(item, "foreach", "item");
        return new ListenTask(name(), place(), tasks == null ? said.missing("tasks", "null") : said, Flows.list(tasks));
    }

    /** Names the variable that holds the number of the event instead of {@code $index}; after {@link #forEach}. */
    public ListenTask indexedBy(String variable) {
        return with(part().text(variable, "foreach", "at"));
    }

    /** The item of the output for each event: a jq expression on the output of the last task; after {@link #forEach}. */
    public ListenTask eachOutputAs(String expression) {
        return with(part().text(expression, "foreach", "output", "as"));
    }

    /** The new context after each event: a jq expression on the item of the output; after {@link #forEach}. */
    public ListenTask eachExportAs(String expression) {
        return with(part().text(expression, "foreach", "export", "as"));
    }

    /** Fails the task if what goes into the output for an event does not fulfil a schema as JSON text; after {@link #forEach}. */
    public ListenTask eachOutputSchema(String schema) {
        return with(part().parsed(schema, "foreach", "output", "schema", "document"));
    }

    /** Fails the task if the context after an event does not fulfil a schema, given as JSON text; after {@link #forEach}. */
    public ListenTask eachExportSchema(String schema) {
        return with(part().parsed(schema, "foreach", "export", "schema", "document"));
    }

    @Override
    Task model(TaskProperties properties, ObjectNode json, DefinitionAssembly assembly) {
        JsonNode listen = json.path("listen");
        SourceLocation at = properties.location().child("listen").child("to");
        EventConsumption to = consumption(listen.path("to"), at);
        EventRead read = EventRead.valueOf(listen.path("read").asText("data").toUpperCase(Locale.ROOT));
        ListenLoop each = each(json, properties.location(), assembly);
        return to == null ? null : new Task.Listen(properties, to, read, each);
    }

    private ListenLoop each(ObjectNode json, SourceLocation at, DefinitionAssembly assembly) {
        if (!json.has("foreach") && tasks == null) {
            return null;
        }
        ObjectNode each = json.withObjectProperty("foreach");
        List<Task> models = tasks == null ? List.of()
                : assembly.tasks(tasks, at.pointer() + "/foreach/do", each.putArray("do"));
        return new ListenLoop(each.path("item").asText("item"), each.path("at").asText("index"), models,
                ModelFactory.output(each, at.child("foreach"), "output"),
                ModelFactory.output(each, at.child("foreach"), "export"));
    }

    private static EventConsumption consumption(JsonNode json, SourceLocation at) {
        if (json.has("one")) {
            return new EventConsumption(Mode.ONE, List.of(filter(json.get("one"), at.child("one"))), null, null, at);
        }
        String key = json.has("all") ? "all" : "any";
        if (!json.has(key)) {
            return null;
        }
        List<EventFilter> filters = new ArrayList<>();
        for (JsonNode filter : json.get(key)) {
            filters.add(filter(filter, at.child(key).child(Integer.toString(filters.size()))));
        }
        boolean events = json.path("until").isObject();
        return new EventConsumption(json.has("all") ? Mode.ALL : Mode.ANY, filters,
                events ? null : ModelFactory.expression(json, at, "until"),
                events ? consumption(json.get("until"), at.child("until")) : null, at);
    }

    private static EventFilter filter(JsonNode json, SourceLocation at) {
        Map<String, Template> with = new LinkedHashMap<>();
        json.path("with").fieldNames().forEachRemaining(name -> with.put(name, ModelFactory.value(json, at, "with", name)));
        Map<String, Correlation> correlate = new LinkedHashMap<>();
        json.path("correlate").fieldNames().forEachRemaining(name -> correlate.put(name,
                new Correlation(ModelFactory.expression(json, at, "correlate", name, "from"),
                        ModelFactory.value(json, at, "correlate", name, "expect"))));
        return new EventFilter(with, correlate, at);
    }
}
