package dev.cairn.engine.schedule;

import java.util.List;

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
        long wakeMillis) {}
