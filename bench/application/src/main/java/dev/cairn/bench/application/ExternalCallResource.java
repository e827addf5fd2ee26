package dev.cairn.bench.application;

import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;

import org.eclipse.microprofile.config.inject.ConfigProperty;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.CairnClient;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.StartRequest;
import io.smallrye.mutiny.Uni;

/** Starts {@link ExternalCall}; where the other service is, is known only when the application runs. */
@Path("/bench/external")
public class ExternalCallResource {

    private final CairnClient cairn;
    private final String stub;

    ExternalCallResource(CairnClient cairn, @ConfigProperty(name = "bench.stub.url") String stub) {
        this.cairn = cairn;
        this.stub = stub;
    }

    /** Runs an instance to its end. */
    @POST
    public Uni<JsonNode> call(ObjectNode request) {
        return cairn.start(StartRequest.of("bench:" + ExternalCall.NAME).withInput(request.put("stub", stub)))
                .chain(InstanceHandle::result);
    }
}
