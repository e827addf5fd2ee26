package dev.cairn.api;

import java.time.Instant;

/**
 * A schedule as it is now.
 *
 * @param statement its workflow by the qualified name, its name, rule, policies and input; the input is a JSON tree, or null
 * @param ofDefinition true if a definition states it, false if it was created at run time
 * @param paused true while it starts nothing
 * @param changedAt when it was created, changed, paused or resumed last
 * @param changedBy the caller who asked for that, or null
 * @param dues its last and its next due time
 * @param lost occurrences since it was created that started no instance
 */
public record ScheduleView(ScheduleRequest statement, boolean ofDefinition, boolean paused, Instant changedAt,
        CommandOrigin changedBy, DueTimes dues, LostOccurrences lost) {

    /** Qualified name of the workflow that it starts. */
    public String workflow() {
        return statement.workflow();
    }

    /** Its name, unique among the schedules of the workflow. */
    public String name() {
        return statement.name();
    }

    /** {@link DueTimes#last()}. */
    public Instant lastDue() {
        return dues.last();
    }

    /** {@link DueTimes#next()}. */
    public Instant nextDue() {
        return dues.next();
    }

    /**
     * Due times of a schedule.
     *
     * @param last of the last occurrence that was started or dropped, or fell into a pause that is over; null for none
     * @param next the due time after that; null if the schedule is paused, or depends on the end of an instance
     */
    public record DueTimes(Instant last, Instant next) {}

    /**
     * Numbers of occurrences that started no instance. Occurrences of a pause are not among them. Of a cron expression, at most about
     * 1,000 are counted at once.
     *
     * @param skipped because an instance had not ended
     * @param missed because they were late
     * @param refused because the workflow did not take the input
     */
    public record LostOccurrences(long skipped, long missed, long refused) {}
}
