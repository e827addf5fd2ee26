package dev.cairn.jq.node;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.jq.value.ValuePath;

/** Takes the results of a jq expression, one at a time. */
@FunctionalInterface
public interface ResultSink {

    /**
     * @param path position of the value, {@link ValuePath#LOST}, or null if paths are not wanted
     * @return false to get no more
     */
    boolean accept(ValuePath path, JsonNode value);
}
