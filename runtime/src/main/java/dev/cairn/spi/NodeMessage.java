package dev.cairn.spi;

/**
 * Something that one node is to hear, left in the store by another.
 *
 * @param nodeId for whom it is: {@link Node#id()}, or a mailbox of that node, which is its id with something behind it; at most 255
 *        characters
 * @param id no other message for that node has it; at most 64 characters of {@code [0-9A-Za-z_-]}
 * @param body opaque to the store
 */
public record NodeMessage(String nodeId, String id, byte[] body) {}
