package dev.cairn.spi;

/**
 * Something that whoever runs an instance is to hear, left in the store by a node that does not run it.
 *
 * @param instanceId for whom it is
 * @param id unique; at most 64 characters of {@code [0-9A-Za-z_-]}
 * @param body opaque to the store
 */
public record InstanceMessage(String instanceId, String id, byte[] body) {}
