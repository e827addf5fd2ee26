package dev.cairn.task.listen;

import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.event.CloudEventJsonInspector;
import dev.cairn.executor.InstanceState;
import dev.cairn.program.ListenPlan;

/**
 * State that a listening task keeps from event to event, in a register: values that events have in common, filters that have
 * had their event, and the events that arrived. Nothing outside of the task sees it, so it is changed in place.
 */
final class ListenTaskState {

    /** Events that are remembered as taken. */
    static final int MAX_KNOWN = 1_000;

    private static final String EXPECTED = "expected";
    private static final String BOUND = "bound";
    private static final String MET = "met";
    private static final String KNOWN = "known";
    private static final String WAITING = "waiting";
    private static final String CLOSED = "closed";
    private static final String REPLIES_TO = "repliesTo";
    private static final String EVENT = "event";
    private static final String FILTER = "filter";

    private final ObjectNode json;

    private ListenTaskState(ObjectNode json) {
        this.json = json;
    }

    /**
     * New ones, that know what filters expect: the values by name, for each filter by its index. If the task has run before, in a
     * loop, its events are known still.
     */
    static ListenTaskState begin(InstanceState state, ListenPlan plan, ObjectNode expected) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set(EXPECTED, expected);
        int register = plan.registers().notes();
        JsonNode known = state.register(register).get(KNOWN);
        if (known != null) {
            json.set(KNOWN, known);
        }
        state.register(register, json);
        return new ListenTaskState(json);
    }

    static ListenTaskState of(InstanceState state, ListenPlan plan) {
        return new ListenTaskState((ObjectNode) state.register(plan.registers().notes()));
    }

    /** The value that an event of a filter must have in common with others; missing for any. */
    JsonNode expected(int filter, String name) {
        JsonNode own = json.path(EXPECTED).path(Integer.toString(filter)).path(name);
        return own.isMissingNode() ? json.path(BOUND).path(name) : own;
    }

    /** The expected values by name, for each filter by its index. */
    JsonNode expected() {
        return json.path(EXPECTED);
    }

    /** The known values that the events have in common, by name. */
    ObjectNode correlated() {
        ObjectNode all = JsonNodeFactory.instance.objectNode();
        json.path(EXPECTED).forEach(filter -> all.setAll((ObjectNode) filter));
        json.path(BOUND).properties().forEach(value -> all.set(value.getKey(), value.getValue()));
        return all;
    }

    /** The events to come have to have this value as well. */
    void bind(String name, JsonNode value) {
        json.withObjectProperty(BOUND).set(name, value);
    }

    /** True if a filter has had its event. */
    boolean isMet(int filter) {
        return json.path(MET).has(Integer.toString(filter));
    }

    void meet(int filter) {
        json.withObjectProperty(MET).put(Integer.toString(filter), true);
    }

    /** An event waits for its turn, behind those that came before it. */
    void add(JsonNode event, int filter) {
        json.withArrayProperty(WAITING).addObject().put(FILTER, filter).set(EVENT, event);
    }

    /** The turn of an event begins that the task replies to at its end. */
    void beginTurn(JsonNode event) {
        json.put(REPLIES_TO, CloudEventJsonInspector.key(event));
    }

    /** The turn ends; source and id of its event, or null. */
    String endTurn() {
        JsonNode event = json.remove(REPLIES_TO);
        return event == null ? null : event.textValue();
    }

    /** Adds the events, by source and id, that wait for their turn or have it. */
    static void owed(InstanceState state, ListenPlan plan, Set<String> events) {
        JsonNode json = state.register(plan.registers().notes());
        if (json.has(REPLIES_TO)) {
            events.add(json.get(REPLIES_TO).textValue());
        }
        for (JsonNode waiting : json.path(WAITING)) {
            if (waiting.get(FILTER).intValue() < plan.events().filters().size()) {
                events.add(CloudEventJsonInspector.key(waiting.get(EVENT)));
            }
        }
    }

    /** True if an event waits for its turn. */
    boolean hasNext() {
        return !json.path(WAITING).isEmpty();
    }

    /** The turn of the event that came first; there has to be one. */
    Event next() {
        JsonNode next = json.withArrayProperty(WAITING).remove(0);
        return new Event(next.get(EVENT), next.get(FILTER).intValue());
    }

    /** Enough events have come. */
    void close() {
        json.put(CLOSED, true);
    }

    boolean isClosed() {
        return json.has(CLOSED);
    }

    /** True if enough events have come, and each has had its turn. */
    boolean isOver() {
        return isClosed() && !hasNext();
    }

    /**
     * An event that came.
     *
     * @param tree attributes and data
     * @param filter index of the filter that it fits
     */
    record Event(JsonNode tree, int filter) {

        /** True for an event that ends the listening, alone or with others, and is not in the output. */
        boolean ends(ListenPlan plan) {
            return filter >= plan.events().filters().size();
        }

        /** The part of the event that is given. */
        JsonNode read(ListenPlan plan) {
            return LinkedEventFilter.read(tree, plan.read());
        }
    }

    boolean knows(JsonNode event) {
        return json.path(KNOWN).has(CloudEventJsonInspector.key(event));
    }

    /** Remembers an event; the oldest one is forgotten if there are too many. */
    void know(JsonNode event) {
        ObjectNode known = json.withObjectProperty(KNOWN);
        if (known.size() >= MAX_KNOWN) {
            known.remove(known.fieldNames().next());
        }
        known.put(CloudEventJsonInspector.key(event), true);
    }
}
