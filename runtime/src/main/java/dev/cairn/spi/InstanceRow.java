package dev.cairn.spi;

import java.nio.charset.StandardCharsets;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;

/**
 * What a store knows of an instance without reading its journal: the columns that indexes are built on.
 *
 * @param id unique over all workflows; at most 64 characters of {@code [0-9A-Za-z_-]}
 * @param workflow qualified name of the definition, {@code namespace:name}; at most 512 characters
 * @param version version of the definition; at most 255 characters
 * @param status the phase after the last entry, as claims go by it; {@link #phase()} is what people see
 * @param createdAtMillis when it was started, milliseconds since the epoch
 * @param updatedAtMillis when its last entry was written
 * @param wakeAtMillis when the earliest of its timers is due, or {@link #NEVER}; {@link #NO_DEADLINE} and {@link #PARKED} are times that
 *        never come
 * @param owner the {@link Node#id() life of a node} that runs it, at most 255 characters, or null: an ended instance, and one that
 *        waits outside memory, belong to nobody
 * @param keepUntilMillis when an ended instance may be removed, or {@link #NEVER} as long as it has not ended
 * @param keys what it is found by beside its columns; as they were when it was created
 * @param errorType the type of the error that it ended with, at most 1,024 characters; null if it has not ended with one, or a version
 *        of Cairn wrote the row that kept none
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
        SearchKeys keys,
        String errorType) {

    /** The {@code wakeAtMillis} of an instance that waits for no timer; the {@code keepUntilMillis} of one that has not ended. */
    public static final long NEVER = 0;
    /** The {@code wakeAtMillis} of a running instance that waits for an event without a deadline: beyond all dates and all queues. */
    public static final long NO_DEADLINE = 1L << 54;
    /** The {@code wakeAtMillis} of a running instance that is parked. */
    public static final long PARKED = 1L << 55;
    /** The attribute that an instance is found by which another one has started: the id of its parent. */
    public static final String PARENT_ATTRIBUTE = "cairn.parent";
    /** Types of errors are cut off here. */
    public static final int MAX_ERROR_TYPE_CHARACTERS = 1_024;

    /** A row without an error. */
    public InstanceRow(String id, String workflow, String version, InstanceStatus status, long createdAtMillis,
            long updatedAtMillis, long wakeAtMillis, String owner, long keepUntilMillis, SearchKeys keys) {
        this(id, workflow, version, status, createdAtMillis, updatedAtMillis, wakeAtMillis, owner, keepUntilMillis, keys, null);
    }

    /** A row without an end and without keys to search for. */
    public InstanceRow(String id, String workflow, String version, InstanceStatus status, long createdAtMillis,
            long updatedAtMillis, long wakeAtMillis, String owner) {
        this(id, workflow, version, status, createdAtMillis, updatedAtMillis, wakeAtMillis, owner, NEVER, SearchKeys.NONE);
    }

    /** The same, owned by a node; null for nobody. */
    public InstanceRow withOwner(String newOwner) {
        return new InstanceRow(id, workflow, version, status, createdAtMillis, updatedAtMillis, wakeAtMillis, newOwner,
                keepUntilMillis, keys, errorType);
    }

    /** The same, removable from a time on. */
    public InstanceRow withKeepUntil(long newKeepUntilMillis) {
        return new InstanceRow(id, workflow, version, status, createdAtMillis, updatedAtMillis, wakeAtMillis, owner,
                newKeepUntilMillis, keys, errorType);
    }

    /** The same, found by these keys. */
    public InstanceRow withKeys(SearchKeys newKeys) {
        return new InstanceRow(id, workflow, version, status, createdAtMillis, updatedAtMillis, wakeAtMillis, owner,
                keepUntilMillis, newKeys, errorType);
    }

    /** The same, ended with an error of a type; null for none. A type that is too long is cut off. */
    public InstanceRow withErrorType(String newErrorType) {
        return new InstanceRow(id, workflow, version, status, createdAtMillis, updatedAtMillis, wakeAtMillis, owner,
                keepUntilMillis, keys, boundedErrorType(newErrorType));
    }

    /** A type of an error as rows have it and searches ask for it: bounded, and without characters that a store cannot hold. */
    static String boundedErrorType(String type) {
        if (type == null) {
            return null;
        }
        String bounded = type.length() <= MAX_ERROR_TYPE_CHARACTERS ? type : type.substring(0, MAX_ERROR_TYPE_CHARACTERS);
        // A surrogate without its other half becomes U+FFFD.
        return new String(bounded.getBytes(StandardCharsets.UTF_16BE), StandardCharsets.UTF_16BE).replace('\0', '\uFFFD');
    }

    /**
     * The same, parked. Its status is running, so whoever searches for orphans finds it when its owner is gone. The next write of the
     * instance ends this.
     */
    public InstanceRow parked() {
        return new InstanceRow(id, workflow, version, InstanceStatus.RUNNING, createdAtMillis, updatedAtMillis, PARKED, owner,
                keepUntilMillis, keys, null);
    }

    /** True if it is parked: it cannot go on until something changes. */
    public boolean isParked() {
        return status == InstanceStatus.RUNNING && wakeAtMillis == PARKED;
    }

    /** True if it waits until others of its workflow have ended. No other suspended instance has a timer. */
    public boolean isQueued() {
        return status == InstanceStatus.SUSPENDED && hasTimer();
    }

    /**
     * The phase that people see. The status says who claims the instance, and nodes of earlier versions know no other. So an instance
     * that waits for an event in the memory of its owner is stored as running, and its timer says that it waits.
     */
    public InstanceStatus phase() {
        if (!hasTimer()) {
            return status;
        }
        if (status == InstanceStatus.SUSPENDED) {
            return InstanceStatus.PENDING;
        }
        return status != InstanceStatus.RUNNING ? status : isParked() ? InstanceStatus.SUSPENDED : InstanceStatus.WAITING;
    }

    /** When an instance that waits goes on by itself; milliseconds since the epoch, or {@link #NEVER}. */
    public long deadlineMillis() {
        return wakeAtMillis >= NO_DEADLINE || phase() != InstanceStatus.WAITING ? NEVER : wakeAtMillis;
    }

    /** The instance that started this one, or null if none did, or this has too many attributes of its own. */
    public String parentId() {
        return keys.attributes().get(PARENT_ATTRIBUTE);
    }

    /** When it ended; milliseconds since the epoch, or {@link #NEVER}. */
    public long endedAtMillis() {
        return status.ended() ? updatedAtMillis : NEVER;
    }

    /** True if a timer of this instance is kept in the index of due times. */
    public boolean hasTimer() {
        return wakeAtMillis != NEVER;
    }
}
