package dev.cairn.definition;

/**
 * A trigger that starts a workflow by HTTP.
 *
 * @param path absolute path of the endpoint, such as {@code /orders}
 * @param location its source location
 */
public record HttpTriggerSpec(String path, SourceLocation location) {}
