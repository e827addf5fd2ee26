package dev.cairn.spi;

import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import io.smallrye.mutiny.Uni;

/**
 * Makes the calls of one kind: a protocol that an integration brings. Each integration has a bean of this type; its build tells the
 * compiler of definitions that calls of the kind can be made. Thread-safe.
 */
public interface CallPerformer {

    /** The kind of calls, such as {@code asyncapi}: the text behind {@code call:} in a definition. Constant. */
    String call();

    /**
     * Makes a call. Runs on an event loop and must not block it. If the application is killed before the outcome is durable, the
     * same call is made again, with the same idempotency key.
     *
     * @param request the call; must not be changed
     * @return completes, on any thread, with the output of the task as JSON, never null. A failure with a
     *         {@link dev.cairn.api.WorkflowException} is that error of the task; any other failure becomes a runtime error. Subscribed
     *         once, and cancelled if the instance no longer needs the outcome
     */
    Uni<JsonNode> perform(CallRequest request);

    /**
     * A call.
     *
     * @param instanceId the instance
     * @param workflow qualified name of the definition
     * @param version version of the definition
     * @param task reference of the task, a JSON pointer
     * @param idempotencyKey the same for each repetition of this call, different for any other
     * @param arguments arguments in the shape that the compiler gives this kind of calls
     * @param traceContext headers that pass the trace on, by name; empty if the call is not traced
     */
    record CallRequest(String instanceId, String workflow, String version, String task, String idempotencyKey,
            JsonNode arguments, Map<String, String> traceContext) {
        public CallRequest {
            traceContext = Map.copyOf(traceContext);
        }
    }
}
