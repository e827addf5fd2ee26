package dev.cairn.api;

import java.time.Instant;
import java.util.List;

import io.smallrye.mutiny.Uni;

/**
 * The schedules of workflows: those of definitions, and those that the application creates at run time, such as one for each user.
 * {@link CairnClient#schedules()} returns it. Thread-safe; no method blocks.
 *
 * <p>
 * A schedule is named by its workflow, which is {@code name} if only one namespace has it, or {@code namespace:name}, and by its name.
 * With the namespace, schedules of a workflow that this application does not have can be shown and changed, but start nothing here.
 * While a schedule waits it takes up room in the store alone. All commands are durable when they complete.
 *
 * <p>
 * Each result fails with {@link CairnException}: {@code UNKNOWN_WORKFLOW}, {@code UNKNOWN_SCHEDULE} if there is no such schedule,
 * {@code STORE_UNAVAILABLE}, {@code INVALID_SCHEDULE} if an argument is null that must not be, and {@code NO_JOURNAL} if the store
 * keeps nothing.
 */
public interface WorkflowSchedules {

    /** Maximum number of occurrences that {@link #backfill} starts. */
    int MAX_BACKFILL = 10_000;

    /**
     * Creates a schedule. A second request with the same content changes nothing.
     *
     * @return the schedule; fails also with {@code INVALID_SCHEDULE} if a part of the request means nothing, or
     *         {@code SCHEDULE_CONFLICT} if there is another schedule of this name
     */
    Uni<ScheduleView> create(ScheduleRequest request);

    /**
     * Changes the rule, policies and input of a schedule that was created at run time. With another rule, the periods of
     * {@code every} count from now on, and nothing that was due before is started. A paused schedule stays so.
     *
     * @return the schedule; fails also with {@code INVALID_SCHEDULE}, or {@code SCHEDULE_CONFLICT} if it is that of a definition
     */
    Uni<ScheduleView> replace(ScheduleRequest request);

    /** A schedule as it is now. */
    Uni<ScheduleView> get(String workflow, String name);

    /**
     * Finds schedules, in no particular order. Schedules that cannot be read are left out, and reported in the log. If schedules were deleted a moment ago, a page may be empty and still be followed by
     * another one.
     *
     * @param workflow that they start; null for all
     * @param limit schedules a page, 1 to 1,000
     * @param cursor the {@link SchedulePage#next()} of the previous page, or null for the first page
     */
    Uni<SchedulePage> find(String workflow, int limit, String cursor);

    /** Has a schedule start nothing until it is resumed; its instances go on. */
    Uni<ScheduleView> pause(String workflow, String name);

    /**
     * Has a paused schedule go on. No occurrence of the pause is made up for: see {@link #backfill}. Occurrences that an overlap policy
     * has had wait since before the pause still wait.
     */
    Uni<ScheduleView> resume(String workflow, String name);

    /**
     * Starts an instance now, beside the occurrences. No policy applies to it. Each call starts one. Also works while the
     * schedule is paused.
     *
     * @return its handle; fails as {@link CairnClient#start(StartRequest)} does
     */
    Uni<InstanceHandle> runNow(String workflow, String name);

    /**
     * Starts the occurrences of a range, in the name of the caller. No policy applies to them. Occurrences whose instance exists
     * start none.
     *
     * @param from due times from here on
     * @param to due times before this one; those that are still to come are left out
     * @return the number of started instances; fails also with {@code INVALID_SCHEDULE} if the range has more than
     *         {@value #MAX_BACKFILL} occurrences or ends before it begins, or the rule is {@code after}. If a start fails, repeat the call
     */
    Uni<BackfillResult> backfill(String workflow, String name, Instant from, Instant to);

    /**
     * Deletes a schedule that was created at run time, also if it cannot be read; its instances go on. Does nothing if it was deleted before.
     *
     * @return fails also with {@code SCHEDULE_CONFLICT} if it is that of a definition
     */
    Uni<Void> delete(String workflow, String name);

    /**
     * A page of schedules.
     *
     * @param schedules may be empty although more follow
     * @param next cursor of the next page, or null if this is the last
     */
    record SchedulePage(List<ScheduleView> schedules, String next) {}

    /**
     * The outcome of a backfill.
     *
     * @param started number of occurrences that started an instance
     * @param existing number of occurrences whose instance existed
     */
    record BackfillResult(int started, int existing) {}
}
