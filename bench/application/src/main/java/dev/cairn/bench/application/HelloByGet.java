package dev.cairn.bench.application;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnClient;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.StartRequest;
import io.smallrye.mutiny.Uni;

/** {@link Hello} where the scripts of the published benchmark look for it. */
@Path("/hello-flow")
public class HelloByGet {

    private final CairnClient cairn;

    HelloByGet(CairnClient cairn) {
        this.cairn = cairn;
    }

    /** Greets. */
    @GET
    public Uni<JsonNode> hello() {
        return cairn.start(StartRequest.of("bench:hello")).chain(InstanceHandle::result);
    }
}
