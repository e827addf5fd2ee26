package dev.cairn.program;

/**
 * Identity and settings of a program. Replay does not depend on them.
 *
 * @param workflow qualified name, {@code namespace:name}
 * @param version semantic version
 * @param httpPath path of the HTTP trigger, or null
 * @param instances its settings for instances
 */
public record ProgramHeader(String workflow, String version, String httpPath, InstancePlan instances) {}
