package dev.cairn.definition;

/**
 * The settings in {@code document.metadata.cairn}.
 *
 * @param triggers the triggers; never null
 * @param instances settings for instances; never null
 */
public record CairnMetadata(DefinitionTriggers triggers, InstanceSpec instances) {}
