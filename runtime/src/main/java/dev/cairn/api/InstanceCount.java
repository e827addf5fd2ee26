package dev.cairn.api;

/**
 * Number of instances of a version of a workflow in a phase.
 *
 * @param workflow qualified name of the definition, {@code namespace:name}
 * @param version version of the definition
 * @param status their phase
 * @param parked true if they are parked; their phase is suspended then
 * @param instances number of instances, at least one
 * @param exact false if there may be more. Then the store keeps no counts or does not know them yet, and the workflow has more
 *        instances than one request counts
 */
public record InstanceCount(String workflow, String version, InstanceStatus status, boolean parked, long instances,
        boolean exact) {}
