package dev.cairn.bench.application;

import java.util.Map;

import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

import dev.cairn.engine.Engine;

/** Counts what the engine wrote since its start: durable commits, and the instances' writes in them. */
@Path("/bench/writes")
public class Writes {

    @Inject
    Engine engine;

    /** The counts. */
    @GET
    public Map<String, Long> counts() {
        return Map.of("commits", engine.journal().groups(), "writes", engine.journal().writes());
    }
}
