package dev.cairn.spi;

/**
 * The capabilities of a store; read once, at start.
 *
 * @param name the store's name in docs and messages: {@code none}, {@code file}…
 * @param keepsState false for a store that keeps nothing: entries are then not even encoded, and an instance lives in memory
 *        only
 * @param shared true if several nodes may use it at once
 * @param concurrentCommits maximum number of batches in flight at once, at least 1. Two of them never hold writes of the same
 *        instance
 * @param maxBatchEntries maximum number of entries that a batch should carry, at least 1; a single write may exceed it
 * @param keepsCounts true if it counts instances: {@link InstanceStore#counts()}
 */
public record StoreCapabilities(String name, boolean keepsState, boolean shared, int concurrentCommits, int maxBatchEntries,
        boolean keepsCounts) {

    public StoreCapabilities {
        if (concurrentCommits < 1 || maxBatchEntries < 1) {
            throw new IllegalArgumentException("A store takes at least one commit and one entry at a time: " + concurrentCommits
                    + ", " + maxBatchEntries);
        }
    }

    /** A store that keeps no counts. */
    public StoreCapabilities(String name, boolean keepsState, boolean shared, int concurrentCommits, int maxBatchEntries) {
        this(name, keepsState, shared, concurrentCommits, maxBatchEntries, false);
    }
}
