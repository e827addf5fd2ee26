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
 * @param lastDue due time of the last occurrence that was started or dropped, or fell into a pause that is over; null for none
 * @param nextDue the due time after that; null if it is paused, or depends on the end of an instance
 */
public record ScheduleView(ScheduleRequest statement, boolean ofDefinition, boolean paused, Instant changedAt,
        CommandOrigin changedBy, Instant lastDue, Instant nextDue) {

    /** Qualified name of the workflow that it starts. */
    public String workflow() {
        return statement.workflow();
    }

    /** Its name, unique among the schedules of the workflow. */
    public String name() {
        return statement.name();
    }
}
