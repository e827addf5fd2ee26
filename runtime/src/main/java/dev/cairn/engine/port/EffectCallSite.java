package dev.cairn.engine.port;

/**
 * A task that calls: the part of a call that is the same for all instances.
 *
 * @param workflow qualified name of the definition
 * @param version version of the definition
 * @param task reference of the task, a JSON pointer
 * @param dynamicTarget true if input can influence the host that is called, so that the host needs admission
 */
public record EffectCallSite(String workflow, String version, String task, boolean dynamicTarget) {}
