package dev.cairn.spi;

/**
 * Where an entry is stored. No two entries are ever stored in the same place, but an entry whose commit failed is encoded once more
 * for the same.
 *
 * @param instanceId whose entry it is
 * @param position how many entries of the instance stand before it
 */
public record EntryPlace(String instanceId, long position) {}
