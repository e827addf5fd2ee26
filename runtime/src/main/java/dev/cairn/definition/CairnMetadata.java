package dev.cairn.definition;

import java.util.Map;

/**
 * The settings in {@code document.metadata.cairn}.
 *
 * @param triggers the triggers; never null
 * @param instances settings for instances; never null
 * @param queries expressions on the state of an instance by the name of the query, in the order in which they are written
 */
public record CairnMetadata(DefinitionTriggers triggers, InstanceSpec instances, Map<String, ValueTemplate> queries) {}
