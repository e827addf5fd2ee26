package dev.cairn.engine.port;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.engine.observer.CallSpan;

/**
 * A call that an instance wants made.
 *
 * @param instanceId the instance
 * @param workflow qualified name of its definition
 * @param version version of its definition
 * @param task reference of the task, a JSON pointer
 * @param idempotencyKey the same for each repetition of this call, different for any other
 * @param arguments the call's arguments, in a shape that the performer defines. Shared: not to be changed
 * @param trace its span
 */
public record EffectCall(String instanceId, String workflow, String version, String task, String idempotencyKey,
        JsonNode arguments, CallSpan trace) {

    /** A call that is not traced. */
    public EffectCall(String instanceId, String workflow, String version, String task, String idempotencyKey,
            JsonNode arguments) {
        this(instanceId, workflow, version, task, idempotencyKey, arguments, CallSpan.NONE);
    }

    /** The same, with another span; itself if it has that. */
    public EffectCall in(CallSpan other) {
        return other == trace ? this
                : new EffectCall(instanceId, workflow, version, task, idempotencyKey, arguments, other);
    }
}
