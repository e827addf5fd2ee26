package dev.cairn.engine.instance;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.event.CloudEventJsonInspector;
import dev.cairn.event.LifecycleEventTypes;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.executor.TaskChange;
import dev.cairn.executor.TaskChange.What;
import dev.cairn.program.Program;
import dev.cairn.spi.InstanceRow;
import dev.cairn.value.JsonPayload;

/** The lifecycle events of the DSL, as JSON in canonical form. A value that takes {@link #TOO_LARGE_BYTES} or more is left out. */
final class LifecycleEventJson {

    /** Maximum size of the text. Each listener has the event in its journal, and a value may occur in any number of tasks. */
    private static final int TOO_LARGE_BYTES = 1 << 20;

    private LifecycleEventJson() {}

    /**
     * An event about an instance.
     *
     * @param what as in the type
     * @param ended its end, or null
     */
    static JsonNode ofInstance(InstanceRow instance, String what, Ended ended, long atMillis) {
        ObjectNode data = data(instance, "name", what + "At", atMillis);
        if (ended != null) {
            put(data, "output", ended.output());
            put(data, ended.error());
        }
        return event(instance, LifecycleEventTypes.workflow(what), "", data, atMillis);
    }

    /** The type of the event of a change. */
    static String type(TaskChange change) {
        return LifecycleEventTypes.task(what(change));
    }

    /**
     * An event about a task.
     *
     * @param position number of entries of the journal of the instance
     */
    static JsonNode ofTask(InstanceRow instance, Program program, TaskChange change, long atMillis, long position) {
        ObjectNode data = data(instance, "workflow", what(change) + "At", atMillis);
        data.put("task", program.tasks().get(change.task()).reference());
        put(data, "output", change.output() == null ? null : JsonPayload.of(change.output()));
        put(data, change.error());
        return event(instance, type(change), key(change, position), data, atMillis);
    }

    /** The event type when a task of an instance begins to listen or has listened, or null for any other change. */
    static String correlation(Program program, TaskChange change) {
        if (change.what() == What.STARTED && program.tasks().get(change.task()).kind().equals("listen")) {
            return LifecycleEventTypes.CORRELATION_STARTED;
        }
        return change.correlated() != null ? LifecycleEventTypes.CORRELATION_COMPLETED : null;
    }

    /** As {@link #ofTask}, of the instance itself. */
    static JsonNode ofCorrelation(InstanceRow instance, TaskChange change, long atMillis, long position) {
        boolean over = change.correlated() != null;
        ObjectNode data = data(instance, "name", over ? "completedAt" : "startedAt", atMillis);
        put(data, "correlationKeys", over ? JsonPayload.of(change.correlated()) : null);
        return event(instance, LifecycleEventTypes.workflow(over ? LifecycleEventTypes.CORRELATION_COMPLETED
                : LifecycleEventTypes.CORRELATION_STARTED), key(change, position), data, atMillis);
    }

    private static String what(TaskChange change) {
        return change.what().name().toLowerCase(Locale.ROOT);
    }

    /** The same on every node, and different for each change. */
    private static String key(TaskChange change, long position) {
        return " " + change.task() + ' ' + position + ' ' + change.number();
    }

    /** The DSL names an instance by its workflow, something that tells it from others, and the namespace. */
    private static ObjectNode data(InstanceRow instance, String subject, String at, long atMillis) {
        String[] name = instance.workflow().split(":", 2);
        ObjectNode data = JsonNodeFactory.instance.objectNode();
        data.put(subject, name[1] + '-' + instance.id() + '.' + name[0]);
        data.putObject("definition").put("namespace", name[0]).put("name", name[1]).put("version", instance.version());
        return data.put(at, Instant.ofEpochMilli(atMillis).toString());
    }

    private static void put(ObjectNode data, String name, JsonPayload value) {
        if (value != null && !value.isAtLeast(TOO_LARGE_BYTES)) {
            data.set(name, value.tree());
        }
    }

    private static void put(ObjectNode data, WorkflowError error) {
        if (error != null) {
            data.set("error", error.toJson());
        }
    }

    private static JsonNode event(InstanceRow instance, String type, String key, ObjectNode data, long atMillis) {
        String time = Instant.ofEpochMilli(atMillis).toString();
        String identity = instance.id() + ' ' + type + (key.isEmpty() ? ' ' + time : key);
        ObjectNode event = JsonNodeFactory.instance.objectNode();
        event.put("specversion", CloudEventJsonInspector.VERSION);
        event.put("id", UUID.nameUUIDFromBytes(identity.getBytes(StandardCharsets.UTF_8)).toString());
        event.put("source", "/" + instance.workflow().replace(':', '/') + "/" + instance.version());
        event.put("type", type);
        event.put("subject", instance.id());
        event.put("time", time);
        event.set(CloudEventJsonInspector.DATA, data);
        return event;
    }
}
