package dev.cairn.engine.event.gather;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;

import dev.cairn.engine.node.InstalledProgram;
import io.smallrye.mutiny.Uni;

/** Starts the instance of a complete set of events. */
@FunctionalInterface
public interface EventSetStartPort {

    /**
     * Starts an instance, unless there is one with the id already.
     *
     * @param event the event that has completed the set, perhaps without its data
     * @return completes once the start is durable; fails with {@link dev.cairn.api.CairnException}
     */
    Uni<Integer> start(InstalledProgram program, JsonNode event, ArrayNode input, String id);
}
