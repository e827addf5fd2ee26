package dev.cairn.spi;

/**
 * A message to the owner of an instance, left in the store by a node that does not own it.
 *
 * @param instanceId the instance
 * @param id unique; at most 64 characters of {@code [0-9A-Za-z_-]}
 * @param body opaque to the store
 */
public record InstanceMessage(String instanceId, String id, byte[] body) {}
