package dev.cairn.definition;

/**
 * Events that start instances: {@code schedule.on}.
 *
 * @param on the events
 * @param read the part of each event that is in the input
 */
public record EventTriggerSpec(EventConsumption on, EventReadMode read) {}
