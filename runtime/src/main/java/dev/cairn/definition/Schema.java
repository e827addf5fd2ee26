package dev.cairn.definition;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * An inline JSON Schema.
 *
 * @param document the schema; an object or a boolean
 * @param location its source location
 */
public record Schema(JsonNode document, SourceLocation location) {}
