package dev.cairn.expression;

import com.fasterxml.jackson.databind.JsonNode;

/** Formats a value as text, such as {@code @csv}. */
@FunctionalInterface
interface TextFormat {

    String format(Scope scope, JsonNode value);
}
