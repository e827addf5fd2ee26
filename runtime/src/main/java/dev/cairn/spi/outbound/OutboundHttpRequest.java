package dev.cairn.spi.outbound;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * An HTTP request.
 *
 * @param method method of HTTP, {@code POST} for instance
 * @param uri absolute, http or https
 * @param dynamicTarget true if input can influence scheme, host or port
 * @param headers an object of strings, numbers and booleans; a null leaves a header out
 * @param body sent as JSON, or null for none
 * @param idempotencyKey value of the header {@code Idempotency-Key}, or null to send none
 */
public record OutboundHttpRequest(String method, String uri, boolean dynamicTarget, JsonNode headers, JsonNode body,
        String idempotencyKey) {}
