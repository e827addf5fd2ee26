package dev.cairn.definition;

/**
 * That HTTP starts a workflow.
 *
 * @param path absolute path of the endpoint, such as {@code /orders}
 * @param location where it stands
 */
public record HttpTriggerSpec(String path, Location location) {}
