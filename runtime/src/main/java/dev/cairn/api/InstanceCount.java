package dev.cairn.api;

/**
 * Number of instances of a version of a workflow in a phase.
 *
 * @param workflow qualified name of the definition, {@code namespace:name}
 * @param version version of the definition
 * @param status their phase
 * @param parked true if they are parked; their phase is suspended then
 * @param instances how many there are, at least one
 * @param exact false if there may be more: the store keeps no counts, or does not know them yet, and there are more instances than are counted for each question
 */
public record InstanceCount(String workflow, String version, InstanceStatus status, boolean parked, long instances,
        boolean exact) {}
