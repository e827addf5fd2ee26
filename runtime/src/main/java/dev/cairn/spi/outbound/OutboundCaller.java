package dev.cairn.spi.outbound;

/**
 * The task that makes a request.
 *
 * @param workflow qualified name of the definition
 * @param version version of the definition
 * @param instanceId the instance
 * @param task reference of the task, a JSON pointer
 */
public record OutboundCaller(String workflow, String version, String instanceId, String task) {}
