package dev.cairn.effect.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.engine.port.EffectCall;

/**
 * Limits of one call.
 *
 * @param connectMillis maximum time to get a connection, waiting for one included; 0 for no limit but that of the request
 * @param requestMillis maximum time of the call
 * @param maxResponseBytes maximum size of an accepted response body
 */
record HttpCallLimits(long connectMillis, long requestMillis, int maxResponseBytes) {

    /** The limits of the settings, in whose place the limits of the call come; but a body is no longer than the settings allow. */
    static HttpCallLimits of(HttpClientSettings settings, JsonNode ofCall) {
        long requestMillis = ofCall.path("requestMillis").longValue();
        int bytes = ofCall.path("maxResponseBytes").intValue();
        return new HttpCallLimits(
                ofCall.path("connectMillis").longValue(),
                requestMillis < 1 ? settings.requestTimeout().toMillis() : requestMillis,
                bytes < 1 ? settings.maxResponseBytes() : Math.min(bytes, settings.maxResponseBytes()));
    }

    /** A call whose limits are the same, but for its time. */
    static EffectCall within(long requestMillis, EffectCall call) {
        ObjectNode arguments = JsonNodeFactory.instance.objectNode();
        call.arguments().properties().forEach(part -> arguments.set(part.getKey(), part.getValue()));
        ObjectNode limits = arguments.putObject("limits");
        call.arguments().path("limits").properties().forEach(limit -> limits.set(limit.getKey(), limit.getValue()));
        limits.put("requestMillis", requestMillis);
        return new EffectCall(call.instanceId(), call.site(), call.idempotencyKey(), arguments, call.trace());
    }
}
