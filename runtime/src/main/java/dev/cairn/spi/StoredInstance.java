package dev.cairn.spi;

import java.util.List;

/**
 * An instance as loaded.
 *
 * @param row the columns
 * @param epoch the epoch it has in the store
 * @param entries all encoded entries, in the order in which they were written
 */
public record StoredInstance(InstanceRow row, long epoch, List<byte[]> entries) {}
