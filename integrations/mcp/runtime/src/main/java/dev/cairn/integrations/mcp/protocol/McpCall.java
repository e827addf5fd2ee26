package dev.cairn.integrations.mcp.protocol;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.spi.outbound.OutboundCaller;

/**
 * A request to a server.
 *
 * @param caller the task
 * @param method name of the method
 * @param parameters an object
 * @param client the client that the server is told
 * @param idempotencyKey the same for each repetition of this call
 * @param maxBytes maximum size of the answer
 */
public record McpCall(OutboundCaller caller, String method, JsonNode parameters, ClientIdentity client, String idempotencyKey,
        int maxBytes) {

    /** Reference of the task. */
    public String task() {
        return caller.task();
    }
}
