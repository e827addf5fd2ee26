package dev.cairn.engine.option;

import dev.cairn.api.SearchKeys;
import dev.cairn.spi.InstanceRow;

/** Marks of schedules, and of the instances that they start, in rows of the store. */
public final class ScheduleRowMarkers {

    /** The search attribute of an instance that a schedule started: the id of the schedule, or {@link #beside} it. */
    public static final String SCHEDULE_ATTRIBUTE = "cairn.schedule";

    /**
     * Minimum retention of an instance that a schedule or an event started: its id is what keeps an occurrence from starting twice, so
     * it outlives any repetition of the start.
     */
    private static final long MIN_KEPT_MILLIS = 3_600_000;
    /** No name of a workflow begins with it. */
    private static final String COLUMN_MARK = "$";
    private static final String BESIDE = "-beside";

    private ScheduleRowMarkers() {}

    /** The schedule whose rule started an instance, or null. */
    public static String scheduleOf(SearchKeys keys) {
        String mark = keys.attributes().get(SCHEDULE_ATTRIBUTE);
        return mark == null || mark.endsWith(BESIDE) ? null : mark;
    }

    /** The attribute's value of an instance that a caller had a schedule start: no policy for overlaps finds it. */
    public static String beside(String scheduleId) {
        return scheduleId + BESIDE;
    }

    /** Until when an instance is kept that ends now, if its retention alone says {@code untilMillis}. */
    public static long keepUntilMillis(SearchKeys keys, long untilMillis, long nowMillis) {
        boolean mayRepeat = keys.attributes().containsKey(SCHEDULE_ATTRIBUTE)
                || keys.attributes().containsKey(EventMarks.EVENT_ATTRIBUTE);
        return mayRepeat ? Math.max(untilMillis, nowMillis + MIN_KEPT_MILLIS)
                : untilMillis;
    }

    /** The workflow column of the rows of a workflow's schedules. */
    public static String column(String workflow) {
        return COLUMN_MARK + workflow;
    }

    /** True for the workflow column of a schedule. */
    public static boolean isColumn(String column) {
        return column.startsWith(COLUMN_MARK);
    }

    /** The workflow whose instances a schedule starts. */
    public static String workflow(InstanceRow schedule) {
        return schedule.workflow().substring(COLUMN_MARK.length());
    }
}
