package dev.cairn.engine.instance;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;
import dev.cairn.program.Program;
import dev.cairn.spi.InstanceRow;

/**
 * The row of an instance that waits until others of its workflow have ended. Its status is suspended and it has a timer, which no other
 * suspended instance has: so no search for orphans takes it, and no timer is ever due. Its due time is a key beyond all dates, of the
 * workflow and the time of the start: so the index of due times lists those that wait for one workflow, oldest first.
 */
public final class QueuedStartRowFormat {

    /** The time within a key: milliseconds up to the year 2109. */
    private static final int TIME_BITS = 42;
    private static final long TIME_MASK = (1L << TIME_BITS) - 1;
    /** The first keys are later than the year 10,000, and the last ones are exact as floating point numbers. */
    private static final int FIRST_REGION = 1 << 6;
    private static final int REGIONS = (1 << 11) - FIRST_REGION;

    /** Below all keys. */
    public static final long BEFORE_ALL = ((long) FIRST_REGION << TIME_BITS) - 1;
    /** Above all keys. */
    public static final long AFTER_ALL = 1L << 53;

    private QueuedStartRowFormat() {}

    /** Outcome of an attempt to begin a queued start. */
    public enum Beginning {
        BEGUN,
        /** It no longer waits. */
        GONE,
        /** It is not to begin now: it is of another workflow whose keys have the same region. */
        OTHER
    }

    /** The row of a new one. */
    public static InstanceRow row(String id, Program program, long nowMillis, SearchKeys keys) {
        return new InstanceRow(id, program.workflow(), program.version(), InstanceStatus.SUSPENDED, nowMillis, nowMillis,
                region(program.workflow()) | nowMillis & TIME_MASK, null).withKeys(keys);
    }

    /** The lowest key of a workflow; others may have the same. */
    public static long region(String workflow) {
        return (long) (FIRST_REGION + Math.floorMod(workflow.hashCode(), REGIONS)) << TIME_BITS;
    }

    /** The lowest key of the workflow that a key is of. */
    public static long regionOf(long key) {
        return key & ~TIME_MASK;
    }

    /** The highest key of a region. */
    public static long endOf(long region) {
        return region | TIME_MASK;
    }

    /** When the start was whose key this is. */
    public static long createdAtMillis(long key) {
        return key & TIME_MASK;
    }
}
