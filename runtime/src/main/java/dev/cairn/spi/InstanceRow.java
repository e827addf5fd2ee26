package dev.cairn.spi;

/**
 * What a store knows of an instance without reading its journal: the columns that indexes are built on.
 *
 * @param id unique over all workflows; at most 64 characters of {@code [0-9A-Za-z_-]}
 * @param workflow qualified name of the definition, {@code namespace:name}
 * @param version version of the definition
 * @param status the phase after the last entry
 * @param createdAtMillis when it was started, milliseconds since the epoch
 * @param updatedAtMillis when its last entry was written
 * @param wakeAtMillis when the earliest of its timers is due, or {@link #NEVER}
 * @param owner the node that runs it, or null: an ended instance, and one that waits outside memory, belong to nobody
 */
public record InstanceRow(
        String id,
        String workflow,
        String version,
        InstanceStatus status,
        long createdAtMillis,
        long updatedAtMillis,
        long wakeAtMillis,
        String owner) {

    /** The {@code wakeAtMillis} of an instance that waits for no timer. */
    public static final long NEVER = 0;

    /** True if a timer of this instance is kept in the index of due times. */
    public boolean hasTimer() {
        return wakeAtMillis != NEVER;
    }
}
