package dev.cairn.api;

/**
 * What a called method may know of the call. Declared as a parameter it is passed in; it has no part in the arguments.
 *
 * @param instanceId the instance that calls
 * @param workflow qualified name of its definition, {@code namespace:name}
 * @param version version of its definition
 * @param task reference of the task, a JSON pointer such as {@code /do/2/charge}
 * @param idempotencyKey the same for each repetition of this very call after a crash, different for any other: for each turn of a
 *        loop and each retry as well. To be handed to whatever is called in turn
 */
public record CallContext(String instanceId, String workflow, String version, String task, String idempotencyKey) {}
