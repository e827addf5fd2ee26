package dev.cairn.program;

import java.util.List;

import dev.cairn.schedule.ScheduleSpec;

/**
 * Triggers that start instances of a program. Replay does not depend on them, so they have no part in the shape.
 *
 * @param httpPath path of the HTTP trigger, or null
 * @param schedules as the definition states them
 * @param events the events that start instances, or null
 */
public record ProgramTriggers(String httpPath, List<ScheduleSpec> schedules, EventStartPlan events) {

    /** No trigger. */
    public static final ProgramTriggers NONE = new ProgramTriggers(null, List.of(), null);

    public ProgramTriggers {
        schedules = List.copyOf(schedules);
    }
}
