package dev.cairn.engine.schedule;

import java.util.List;

import dev.cairn.engine.schedule.OccurrenceTracker.OccurrenceStatus;
import dev.cairn.schedule.AfterRule;

/**
 * A schedule as an evaluation begins with it.
 *
 * @param id identity of the schedule
 * @param specified the entry that specifies it
 * @param pauses the pauses that ended after the cursor
 * @param cursorMillis due time of the last occurrence that was decided about
 * @param wakeMillis the time of this evaluation, by plan
 */
record ScheduleState(String id, ScheduleJournalEntry specified, List<SchedulePause> pauses, long cursorMillis,
        long wakeMillis) {

    /**
     * The time that {@code after} counts from: the end of the last instance. If nothing knows that instance any more, the wake time is
     * the due time and the jitter. The next due time is later than the cursor, also if the instance took no time or ended by a clock that
     * was set back.
     */
    long anchorMillis(OccurrenceStatus run, AfterRule after) {
        long dueMillis = run.endedAtMillis().isPresent() ? run.endedAtMillis().getAsLong() + after.delayMillis()
                : wakeMillis - specified.spec().delayMillis(id, cursorMillis);
        return Math.max(dueMillis, cursorMillis + 1) - after.delayMillis();
    }
}
