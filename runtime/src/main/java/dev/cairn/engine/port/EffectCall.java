package dev.cairn.engine.port;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.engine.observer.CallSpan;

/**
 * A call that an instance wants made.
 *
 * @param instanceId the instance
 * @param site the task that calls
 * @param idempotencyKey the same for each repetition of this call, different for any other
 * @param arguments the call's arguments, in a shape that the performer defines. Shared: not to be changed
 * @param trace its span
 */
public record EffectCall(String instanceId, EffectCallSite site, String idempotencyKey, JsonNode arguments, CallSpan trace) {

    /** A call to a constant target that is not traced. */
    public EffectCall(String instanceId, String workflow, String version, String task, String idempotencyKey,
            JsonNode arguments) {
        this(instanceId, new EffectCallSite(workflow, version, task, false), idempotencyKey, arguments, CallSpan.NONE);
    }

    /** Qualified name of the definition. */
    public String workflow() {
        return site.workflow();
    }

    /** Version of the definition. */
    public String version() {
        return site.version();
    }

    /** Reference of the task, a JSON pointer. */
    public String task() {
        return site.task();
    }

    /** The same, with another span; itself if it has that. */
    public EffectCall in(CallSpan other) {
        return other == trace ? this : new EffectCall(instanceId, site, idempotencyKey, arguments, other);
    }
}
