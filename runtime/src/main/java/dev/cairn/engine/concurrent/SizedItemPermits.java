package dev.cairn.engine.concurrent;

/**
 * Bounds items in number and in bytes, without a wait: both permits are taken, or none. An item that is larger than the bound counts as
 * large as that, so it is let in alone. Thread-safe.
 */
public final class SizedItemPermits {

    private final int maxBytes;
    private final TryAcquireSemaphore items;
    private final TryAcquireSemaphore bytes;

    public SizedItemPermits(int maxItems, int maxBytes) {
        this.maxBytes = maxBytes;
        this.items = new TryAcquireSemaphore(maxItems);
        this.bytes = new TryAcquireSemaphore(maxBytes);
    }

    /** Makes room for an item; false if there is none. Otherwise {@link #free} has to follow. */
    public boolean take(int sizeBytes) {
        if (items.take(1)) {
            if (bytes.take(bounded(sizeBytes))) {
                return true;
            }
            items.free(1);
        }
        return false;
    }

    /** True if there is room for an item now. */
    public boolean has(int sizeBytes) {
        return items.has(1) && bytes.has(bounded(sizeBytes));
    }

    /** Lets an item in, also beyond the bound. {@link #free} has to follow. */
    public void force(int sizeBytes) {
        items.force(1);
        bytes.force(bounded(sizeBytes));
    }

    /** An item of this size needs no room any more. */
    public void free(int sizeBytes) {
        bytes.free(bounded(sizeBytes));
        items.free(1);
    }

    private int bounded(int sizeBytes) {
        return Math.min(maxBytes, sizeBytes);
    }
}
