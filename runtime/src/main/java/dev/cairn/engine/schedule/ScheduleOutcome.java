package dev.cairn.engine.schedule;

/**
 * The outcome of an evaluation of a schedule.
 *
 * @param cursorMillis due time of the last occurrence that is decided about
 * @param wakeMillis time of the next evaluation; {@link dev.cairn.spi.InstanceRow#NEVER} for none
 * @param lost decided occurrences that started no instance
 * @param started number of decided occurrences that have an instance
 */
record ScheduleOutcome(long cursorMillis, long wakeMillis, OccurrenceLossCount lost, int started) {

    /** An outcome that loses no occurrence. */
    static ScheduleOutcome of(long cursorMillis, long wakeMillis) {
        return new ScheduleOutcome(cursorMillis, wakeMillis, OccurrenceLossCount.NONE, 0);
    }
}
