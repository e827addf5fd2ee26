package dev.cairn.engine.event.kept;

import java.util.concurrent.TimeUnit;

import dev.cairn.event.CloudEventJsonInspector;
import dev.cairn.time.InstanceIdGenerator;
import dev.cairn.value.JsonPayload;

/**
 * An event that is kept, without its content.
 *
 * @param id follows from source and id of the event, and from the instance: the same event is kept once
 * @param type type of the event; null if it was found by its instance
 * @param instanceId the instance that it is kept for, or null if it is kept for any
 * @param arrivedAtMillis when it was published first
 * @param expiresAtMillis from when it is no longer offered
 * @param sizeBytes length of its JSON text
 */
record KeptEvent(String id, String type, String instanceId, long arrivedAtMillis, long expiresAtMillis, int sizeBytes) {

    /** Suspended instances do not wait for longer; the events of those that ended earlier are removed before. */
    private static final long KEPT_FOR_INSTANCE_MILLIS = TimeUnit.DAYS.toMillis(365);

    /** An event for any instance. */
    static KeptEvent of(JsonPayload event, long nowMillis, long keepMillis) {
        return new KeptEvent(InstanceIdGenerator.ofKeptEvent(CloudEventJsonInspector.key(event.tree())), type(event), null,
                nowMillis,
                nowMillis + keepMillis, event.text().length);
    }

    /** An event for a suspended or parked instance. */
    static KeptEvent of(JsonPayload event, String instanceId, long nowMillis) {
        return new KeptEvent(InstanceIdGenerator.ofKeptEvent(instanceId + ' ' + CloudEventJsonInspector.key(event.tree())),
                type(event),
                instanceId, nowMillis, nowMillis + KEPT_FOR_INSTANCE_MILLIS, event.text().length);
    }

    static String type(JsonPayload event) {
        return event.tree().path("type").asText();
    }
}
