package dev.cairn.expression;

import com.fasterxml.jackson.databind.JsonNode;

/** Takes the results of code, one at a time. */
@FunctionalInterface
interface Sink {

    /**
     * @param path position of the value, {@link Path#LOST}, or null if paths are not wanted
     * @return false to get no more
     */
    boolean accept(Path path, JsonNode value);
}
