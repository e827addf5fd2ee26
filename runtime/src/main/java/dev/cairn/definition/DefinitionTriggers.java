package dev.cairn.definition;

import java.util.List;

import dev.cairn.schedule.ScheduleSpec;

/**
 * The triggers that start instances of a definition.
 *
 * @param http the HTTP trigger, or null
 * @param schedules at most one of each kind of rule
 * @param events the events that start instances, or null
 */
public record DefinitionTriggers(Http http, List<ScheduleSpec> schedules, Events events) {

    public DefinitionTriggers {
        schedules = List.copyOf(schedules);
    }

    /**
     * A trigger that starts a workflow by HTTP.
     *
     * @param path absolute path of the endpoint, such as {@code /orders}
     * @param location its source location
     */
    public record Http(String path, SourceLocation location) {}

    /**
     * Events that start instances: {@code schedule.on}.
     *
     * @param on the events
     * @param read the part of each event that is in the input
     */
    public record Events(EventConsumption on, EventReadMode read) {}
}
