package dev.cairn.expression;

import com.fasterxml.jackson.databind.JsonNode;

/** How a value becomes text, such as {@code @csv}. */
@FunctionalInterface
interface TextFormat {

    String format(Scope scope, JsonNode value);
}
