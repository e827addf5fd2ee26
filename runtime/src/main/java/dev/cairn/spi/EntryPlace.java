package dev.cairn.spi;

/**
 * Position of an entry in the store. No two stored entries have the same position, but an entry whose commit failed is encoded
 * again for the same one.
 *
 * @param instanceId the instance that has the entry
 * @param position number of entries of the instance before it
 */
public record EntryPlace(String instanceId, long position) {}
