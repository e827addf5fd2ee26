package dev.cairn.api;

/**
 * The call as a called method sees it. A parameter of this type receives it; it is not one of the arguments.
 *
 * @param instanceId the instance that calls
 * @param workflow qualified name of its definition, {@code namespace:name}
 * @param version version of its definition
 * @param task reference of the task, a JSON pointer such as {@code /do/2/charge}
 * @param idempotencyKey the same for each repetition of this very call after a crash, different for any other: for each turn of
 *        a loop and each retry as well. Pass it on to every service that the method calls
 */
public record CallContext(String instanceId, String workflow, String version, String task, String idempotencyKey) {}
