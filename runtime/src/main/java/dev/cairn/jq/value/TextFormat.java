package dev.cairn.jq.value;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.jq.EvaluationScope;

/** Formats a value as text, such as {@code @csv}. */
@FunctionalInterface
public interface TextFormat {

    String format(EvaluationScope scope, JsonNode value);
}
