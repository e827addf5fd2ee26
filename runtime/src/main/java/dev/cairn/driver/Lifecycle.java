package dev.cairn.driver;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.event.CloudEvents;
import dev.cairn.event.EventForm;
import dev.cairn.executor.Happening.Ended;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStatus;
import io.cloudevents.CloudEvent;
import io.smallrye.mutiny.subscription.Cancellable;

/**
 * Tells those who watch what becomes of the instances of this node, with the lifecycle events of the DSL. Nothing is built while
 * nobody watches. Safe for any thread.
 */
final class Lifecycle {

    private static final Map<InstanceStatus, String> ENTERED = Map.of(InstanceStatus.SUSPENDED, "suspended",
            InstanceStatus.COMPLETED, "completed", InstanceStatus.FAULTED, "faulted", InstanceStatus.CANCELLED, "cancelled");

    private final List<Consumer<CloudEvent>> watchers = new CopyOnWriteArrayList<>();

    /** From now on tells a watcher, which must not throw, on the event loops of instances or a thread that the store completes on. */
    Cancellable watch(Consumer<CloudEvent> watcher) {
        watchers.add(watcher);
        return () -> watchers.remove(watcher);
    }

    /**
     * An instance has a status, durably.
     *
     * @param before the one it had
     * @param ended how it ended, or null
     * @return {@code now}
     */
    InstanceStatus became(InstanceRow instance, InstanceStatus before, InstanceStatus now, Ended ended, long atMillis) {
        if (now == before || watchers.isEmpty()) {
            return now;
        }
        if (before == InstanceStatus.PENDING) {
            tell(instance, "started", null, atMillis);
        } else if (ENTERED.containsKey(before) && now != InstanceStatus.SUSPENDED && now != InstanceStatus.CANCELLED) {
            // It was suspended, or ended and is retried.
            tell(instance, "resumed", null, atMillis);
        }
        if (ENTERED.containsKey(now)) {
            tell(instance, ENTERED.get(now), ended, atMillis);
        }
        return now;
    }

    private void tell(InstanceRow instance, String what, Ended ended, long atMillis) {
        String type = "io.serverlessworkflow.workflow." + what + ".v1";
        String time = Instant.ofEpochMilli(atMillis).toString();
        String[] name = instance.workflow().split(":", 2);
        ObjectNode event = JsonNodeFactory.instance.objectNode();
        event.put("specversion", EventForm.VERSION);
        event.put("id", UUID.nameUUIDFromBytes((instance.id() + ' ' + type + ' ' + time).getBytes(StandardCharsets.UTF_8))
                .toString());
        event.put("source", "/" + name[0] + "/" + name[1] + "/" + instance.version());
        event.put("type", type);
        event.put("subject", instance.id());
        event.put("time", time);
        ObjectNode data = event.putObject(EventForm.DATA);
        data.put("name", instance.id()).put(what + "At", time);
        data.putObject("definition").put("namespace", name[0]).put("name", name[1]).put("version", instance.version());
        if (ended != null && ended.output() != null) {
            data.set("output", ended.output().tree());
        }
        if (ended != null && ended.error() != null) {
            data.set("error", ended.error().toJson());
        }
        CloudEvent built = CloudEvents.of(event);
        watchers.forEach(watcher -> watcher.accept(built));
    }
}
