package dev.cairn.spi;

/**
 * A message from one node to another, left in the store.
 *
 * @param nodeId the recipient: {@link Node#id()}, or a mailbox of that node, which is its id with a suffix; at most 255
 *        characters
 * @param id unique among the messages for that node; at most 64 characters of {@code [0-9A-Za-z_-]}
 * @param body opaque to the store
 */
public record NodeMessage(String nodeId, String id, byte[] body) {}
