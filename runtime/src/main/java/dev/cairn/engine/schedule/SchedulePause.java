package dev.cairn.engine.schedule;

/**
 * A time in which a schedule was paused. Occurrences that were due in it never start, also if others wait since before it.
 *
 * @param fromMillis when it was paused: what was due then is not concerned
 * @param toMillis when it was resumed: what was due then is concerned
 */
record SchedulePause(long fromMillis, long toMillis) {

    /** True if an occurrence was due meanwhile. */
    boolean covers(long dueMillis) {
        return dueMillis > fromMillis && dueMillis <= toMillis;
    }
}
