package dev.cairn.engine.event.kept;

import dev.cairn.event.CloudEventJsonInspector;
import dev.cairn.time.InstanceIdGenerator;
import dev.cairn.value.JsonPayload;

/**
 * Tells the instances that an event has started from others. They do not take that event, also if it is delivered again. Not
 * thread-safe.
 */
public final class EventOriginFilter {

    private final JsonPayload event;
    /** The end of the ids of instances that the event starts; null until an id needs it. */
    private String hash;

    public EventOriginFilter(JsonPayload event) {
        this.event = event;
    }

    /** True if the event has started the instance. */
    public boolean hasStarted(String instanceId) {
        if (!InstanceIdGenerator.isOfEvent(instanceId)) {
            return false;
        }
        if (hash == null) {
            hash = InstanceIdGenerator.eventHash(CloudEventJsonInspector.key(event.tree()));
        }
        return instanceId.endsWith(hash);
    }
}
