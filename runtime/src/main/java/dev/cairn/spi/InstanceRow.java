package dev.cairn.spi;

import java.nio.charset.StandardCharsets;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;

/**
 * The columns of an instance, which a store knows without reading its journal and builds indexes on.
 *
 * @param id unique over all workflows; at most 64 characters of {@code [0-9A-Za-z_-]}
 * @param workflow qualified name of the definition, {@code namespace:name}; at most 512 characters
 * @param version version of the definition; at most 255 characters
 * @param status the phase after the last entry, which decides who may claim the instance; {@link #phase()} is the phase that
 *        people see
 * @param createdAtMillis when it was started, milliseconds since the epoch
 * @param updatedAtMillis when its last entry was written
 * @param wakeAtMillis due time of its earliest timer, or {@link #NEVER}; {@link #NO_DEADLINE} and {@link #PARKED} are times
 *        that never come
 * @param owner the {@link Node#id() life of a node} that runs it, at most 255 characters; null for an ended instance, and for an
 *        instance that waits outside memory
 * @param keepUntilMillis time from which an ended instance may be removed, or {@link #NEVER} as long as it has not ended
 * @param keys search keys beside the columns; they never change
 * @param errorType the type of the error that ended it, at most 1,024 characters; null if no error did, or an earlier version
 *        of Cairn wrote the row without it. A row that has not ended may have a text too, which each write may change
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

    /**
     * The {@code wakeAtMillis} of an instance without a timer; the {@code keepUntilMillis} of an instance that has not ended.
     */
    public static final long NEVER = 0;
    /**
     * The {@code wakeAtMillis} of an instance that waits for an event without a deadline: later than any date that a store can
     * hold. Its status is running in memory, and waiting outside of it.
     */
    public static final long NO_DEADLINE = 1L << 54;
    /** The {@code wakeAtMillis} of a running instance that is parked. */
    public static final long PARKED = 1L << 55;
    /** The search attribute of an instance that another instance started: the id of its parent. */
    public static final String PARENT_ATTRIBUTE = "cairn.parent";
    /** Maximum length of a stored error type, in characters; longer ones are truncated. */
    public static final int MAX_ERROR_TYPE_CHARACTERS = 1_024;

    /** A row without an error. */
    public InstanceRow(String id, String workflow, String version, InstanceStatus status, long createdAtMillis,
            long updatedAtMillis, long wakeAtMillis, String owner, long keepUntilMillis, SearchKeys keys) {
        this(id, workflow, version, status, createdAtMillis, updatedAtMillis, wakeAtMillis, owner, keepUntilMillis, keys, null);
    }

    /** A row without an end and without search keys. */
    public InstanceRow(String id, String workflow, String version, InstanceStatus status, long createdAtMillis,
            long updatedAtMillis, long wakeAtMillis, String owner) {
        this(id, workflow, version, status, createdAtMillis, updatedAtMillis, wakeAtMillis, owner, NEVER, SearchKeys.NONE);
    }

    /** A copy with another owner; null for none. */
    public InstanceRow withOwner(String newOwner) {
        return new InstanceRow(id, workflow, version, status, createdAtMillis, updatedAtMillis, wakeAtMillis, newOwner,
                keepUntilMillis, keys, errorType);
    }

    /** A copy that may be removed from a time on. */
    public InstanceRow withKeepUntil(long newKeepUntilMillis) {
        return new InstanceRow(id, workflow, version, status, createdAtMillis, updatedAtMillis, wakeAtMillis, owner,
                newKeepUntilMillis, keys, errorType);
    }

    /** A copy with search keys. */
    public InstanceRow withKeys(SearchKeys newKeys) {
        return new InstanceRow(id, workflow, version, status, createdAtMillis, updatedAtMillis, wakeAtMillis, owner,
                keepUntilMillis, newKeys, errorType);
    }

    /** A copy that ended with an error of a type; null for none. A type that is too long is truncated. */
    public InstanceRow withErrorType(String newErrorType) {
        return new InstanceRow(id, workflow, version, status, createdAtMillis, updatedAtMillis, wakeAtMillis, owner,
                keepUntilMillis, keys, boundedErrorType(newErrorType));
    }

    /** The form of an error type in rows and searches: bounded, and without characters that a store cannot hold. */
    static String boundedErrorType(String type) {
        if (type == null) {
            return null;
        }
        String bounded = type.length() <= MAX_ERROR_TYPE_CHARACTERS ? type : type.substring(0, MAX_ERROR_TYPE_CHARACTERS);
        // An unpaired surrogate becomes U+FFFD.
        return new String(bounded.getBytes(StandardCharsets.UTF_16BE), StandardCharsets.UTF_16BE).replace('\0', '\uFFFD');
    }

    /**
     * A copy that is parked. Its status is running, so a search for orphans finds it when its owner is gone. The next write of
     * the instance ends the parking.
     */
    public InstanceRow parked() {
        return new InstanceRow(id, workflow, version, InstanceStatus.RUNNING, createdAtMillis, updatedAtMillis, PARKED, owner,
                keepUntilMillis, keys, null);
    }

    /** True if the instance is parked: it cannot go on until something changes. */
    public boolean isParked() {
        return status == InstanceStatus.RUNNING && wakeAtMillis == PARKED;
    }

    /** True if it waits until others of its workflow have ended. No other suspended instance has a timer. */
    public boolean isQueued() {
        return status == InstanceStatus.SUSPENDED && hasTimer();
    }

    /**
     * The phase that people see. The status decides which node claims the instance, and nodes of earlier versions know no
     * other. So an instance that waits for an event in the memory of its owner is stored as running, and its timer says that it
     * waits.
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

    /** Time at which a waiting instance goes on by itself; milliseconds since the epoch, or {@link #NEVER}. */
    public long deadlineMillis() {
        return wakeAtMillis >= NO_DEADLINE || phase() != InstanceStatus.WAITING ? NEVER : wakeAtMillis;
    }

    /** The instance that started this one, or null if none did, or this one has too many attributes of its own. */
    public String parentId() {
        return keys.attributes().get(PARENT_ATTRIBUTE);
    }

    /** End time; milliseconds since the epoch, or {@link #NEVER}. */
    public long endedAtMillis() {
        return status.ended() ? updatedAtMillis : NEVER;
    }

    /** True if the index of due times has a timer of this instance. */
    public boolean hasTimer() {
        return wakeAtMillis != NEVER;
    }
}
