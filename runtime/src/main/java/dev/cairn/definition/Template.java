package dev.cairn.definition;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A value in which strings may be runtime expressions.
 *
 * @param value as written; never null, a JSON null is a {@code NullNode}
 * @param expression true if the place takes an expression by type, so that a string may be written bare ({@code .a}) as well as
 *        wrapped ({@code ${ .a }}); false where only wrapped strings are expressions (DSL, "Runtime expressions", strict mode)
 * @param location where it stands
 */
public record Template(JsonNode value, boolean expression, Location location) {}
