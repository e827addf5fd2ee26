package dev.cairn.spi;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;

/**
 * What a store knows of an instance without reading its journal: the columns that indexes are built on.
 *
 * @param id unique over all workflows; at most 64 characters of {@code [0-9A-Za-z_-]}
 * @param workflow qualified name of the definition, {@code namespace:name}; at most 512 characters
 * @param version version of the definition; at most 255 characters
 * @param status the phase after the last entry
 * @param createdAtMillis when it was started, milliseconds since the epoch
 * @param updatedAtMillis when its last entry was written
 * @param wakeAtMillis when the earliest of its timers is due, or {@link #NEVER}
 * @param owner the {@link Node#id() life of a node} that runs it, at most 255 characters, or null: an ended instance, and one that
 *        waits outside memory, belong to nobody
 * @param keepUntilMillis when an ended instance may be removed, or {@link #NEVER} as long as it has not ended
 * @param keys what it is found by beside its columns; as they were when it was created
 */
public record InstanceRow(
        String id,
        String workflow,
        String version,
        InstanceStatus status,
        long createdAtMillis,
        long updatedAtMillis,
        long wakeAtMillis,
        String owner,
        long keepUntilMillis,
        SearchKeys keys) {

    /** The {@code wakeAtMillis} of an instance that waits for no timer; the {@code keepUntilMillis} of one that has not ended. */
    public static final long NEVER = 0;

    /** A row without an end and without keys to search for. */
    public InstanceRow(String id, String workflow, String version, InstanceStatus status, long createdAtMillis,
            long updatedAtMillis, long wakeAtMillis, String owner) {
        this(id, workflow, version, status, createdAtMillis, updatedAtMillis, wakeAtMillis, owner, NEVER, SearchKeys.NONE);
    }

    /** The same, owned by a node; null for nobody. */
    public InstanceRow withOwner(String newOwner) {
        return new InstanceRow(id, workflow, version, status, createdAtMillis, updatedAtMillis, wakeAtMillis, newOwner,
                keepUntilMillis, keys);
    }

    /** The same, removable from a time on. */
    public InstanceRow withKeepUntil(long newKeepUntilMillis) {
        return new InstanceRow(id, workflow, version, status, createdAtMillis, updatedAtMillis, wakeAtMillis, owner,
                newKeepUntilMillis, keys);
    }

    /** The same, found by these keys. */
    public InstanceRow withKeys(SearchKeys newKeys) {
        return new InstanceRow(id, workflow, version, status, createdAtMillis, updatedAtMillis, wakeAtMillis, owner,
                keepUntilMillis, newKeys);
    }

    /** True if a timer of this instance is kept in the index of due times. */
    public boolean hasTimer() {
        return wakeAtMillis != NEVER;
    }
}
