package dev.cairn.spi;

/**
 * The lease of a node in one of its lives.
 *
 * @param nodeId {@link Node#id()}
 * @param remainingMillis time until the lease ends unless the node sends another heartbeat, by the clock of the store
 */
public record NodeLease(String nodeId, long remainingMillis) {}
