package dev.cairn.schedule;

import java.util.List;
import java.util.OptionalLong;

/**
 * Gives the due times of a schedule, in milliseconds since the epoch. Immutable; its methods are pure.
 */
public sealed interface ScheduleRule permits CronRule, EveryRule, AfterRule {

    /** The {@linkplain #kind kinds} of rules. */
    List<String> KINDS = List.of("cron", "every", "after");

    /** Shortest period of a schedule: each occurrence costs writes to the store. */
    long MIN_PERIOD_MILLIS = 100;

    /** Longest period or delay of a schedule, a hundred years: sums with times stay exact. */
    long MAX_PERIOD_MILLIS = 36_500L * 86_400_000;

    /**
     * The first due time after a moment.
     *
     * @param afterMillis a due time at this moment is not later, and not given
     * @param anchorMillis the time that the rule counts from. For {@link EveryRule} it is the creation of the schedule or the last
     *        change of the period, for {@link AfterRule} the end of the last occurrence's instance. {@link CronRule} ignores it
     * @return later than {@code afterMillis}; empty if no due time is left
     */
    OptionalLong next(long afterMillis, long anchorMillis);

    /**
     * The last due time before a moment.
     *
     * @param beforeMillis a due time at this moment is not earlier, and not given
     * @param anchorMillis as of {@link #next}
     * @return earlier than {@code beforeMillis}; empty if the rule has none
     */
    OptionalLong previous(long beforeMillis, long anchorMillis);

    /** Name of its kind, which is the name of a definition's schedule: {@code cron}, {@code every} or {@code after}. */
    String kind();

    /** The least time between two due times in milliseconds, changes of a zone's offset aside. */
    long shortestIntervalMillis();
}
