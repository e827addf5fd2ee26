package dev.cairn.expression;

import com.fasterxml.jackson.databind.JsonNode;

/** Takes the results of code, one at a time. */
@FunctionalInterface
interface Sink {

    /**
     * @param path where the value stands, {@link Path#LOST}, or null if nobody asks
     * @return false to get no more
     */
    boolean accept(Path path, JsonNode value);
}
