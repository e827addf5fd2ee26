package dev.cairn.spi.outbound;

import dev.cairn.spi.CallPerformer.CallRequest;

/**
 * The task that makes a request.
 *
 * @param workflow qualified name of the definition
 * @param version version of the definition
 * @param instanceId the instance
 * @param task reference of the task, a JSON pointer
 */
public record OutboundCaller(String workflow, String version, String instanceId, String task) {

    /** The task of a call. */
    public static OutboundCaller of(CallRequest call) {
        return new OutboundCaller(call.workflow(), call.version(), call.instanceId(), call.task());
    }
}
