package dev.cairn.jq.value;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.jq.EvaluationHost;

/** Formats a value as text, such as {@code @csv}. */
@FunctionalInterface
public interface TextFormat {

    String format(EvaluationHost scope, JsonNode value);
}
