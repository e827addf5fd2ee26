package dev.cairn.engine.schedule;

import java.time.Instant;
import java.util.List;

import dev.cairn.api.InstanceSummary;
import dev.cairn.api.OverlapPolicy;
import dev.cairn.api.ScheduleRequest.DueRule;
import dev.cairn.api.ScheduleView;

/**
 * A schedule as people see it.
 *
 * @param view the schedule as applications see it
 * @param description its rule in words
 * @param nextDues the next due times; empty if it is paused, or depends on the end of an instance
 * @param obstacle the reason why this node starts none of its occurrences, or null
 * @param version highest version of a definition that has stated it; null if none has
 * @param occurrences the newest instances that it has started, newest first; empty in a list of schedules
 */
public record ScheduleDetails(ScheduleView view, String description, List<Instant> nextDues, ScheduleObstacle obstacle,
        String version, List<StartedOccurrence> occurrences) {

    public ScheduleDetails {
        nextDues = List.copyOf(nextDues);
        occurrences = List.copyOf(occurrences);
    }

    /** The same, with the instances that it has started. */
    ScheduleDetails with(List<StartedOccurrence> started) {
        return new ScheduleDetails(view, description, nextDues, obstacle, version, started);
    }

    /**
     * A schedule of a definition, as a trigger of the workflow.
     *
     * @param description its rule in words
     */
    public record ScheduleTrigger(String name, DueRule rule, String description, OverlapPolicy overlap) {}

    /**
     * An instance that a schedule has started.
     *
     * @param byCommand true if a caller had it started: now, or by a backfill
     */
    public record StartedOccurrence(InstanceSummary instance, boolean byCommand) {}

    /**
     * A page of schedules.
     *
     * @param schedules may be empty although more follow
     * @param next cursor of the next page, or null if this is the last
     */
    public record ScheduleDetailsPage(List<ScheduleDetails> schedules, String next) {}
}
