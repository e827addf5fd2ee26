package dev.cairn.api;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * An error that the {@code catch} of a {@code try} caught, as its expressions and tasks see it.
 *
 * @param as name of the variable, without {@code $}
 * @param value the error as JSON; shared, not to be changed
 */
public record CaughtErrorView(String as, JsonNode value) {}
