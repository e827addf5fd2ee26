package dev.cairn.integrations.a2a.agent;

import java.util.Map;

import dev.cairn.spi.outbound.OutboundCaller;

/**
 * The parts that all requests of a call have in common.
 *
 * @param address the endpoint
 * @param caller the task
 * @param idempotencyKey the same for each repetition of the call, or null for none
 * @param traceContext headers that pass the trace on, by name
 */
public record AgentRequest(AgentAddress address, OutboundCaller caller, String idempotencyKey,
        Map<String, String> traceContext) {

    public AgentRequest {
        traceContext = Map.copyOf(traceContext);
    }

    /** The same, to another endpoint. */
    public AgentRequest to(AgentAddress other) {
        return new AgentRequest(other, caller, idempotencyKey, traceContext);
    }

    /** The same without a key. A question changes nothing, and one key would stand for several questions. */
    public AgentRequest asQuestion() {
        return new AgentRequest(address, caller, null, traceContext);
    }

    /** Reference of the task. */
    public String task() {
        return caller.task();
    }
}
