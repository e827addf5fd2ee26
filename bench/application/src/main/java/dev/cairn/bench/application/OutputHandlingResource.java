package dev.cairn.bench.application;

import java.nio.charset.StandardCharsets;

import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.CairnClient;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.StartRequest;
import io.smallrye.mutiny.Uni;

/** Starts {@link OutputHandling} with a prebuilt output of the wanted size. */
@Path("/bench/taskoutput-persistence")
public class OutputHandlingResource {

    private static final String SIZE = "taskOutputSizeKb";
    private static final String STATUS = "status";

    private final CairnClient cairn;
    private final PrebuiltOutputs outputs;

    OutputHandlingResource(CairnClient cairn, PrebuiltOutputs outputs) {
        this.cairn = cairn;
        this.outputs = outputs;
    }

    /**
     * Runs an instance to its end.
     *
     * @param answer {@code status} leaves the large part out of the answer
     */
    @POST
    @Produces(MediaType.APPLICATION_JSON)
    public Uni<byte[]> handle(Request request, @QueryParam("answer") String answer) {
        JsonNode output = outputs.get(request.prebuiltSizeKb())
                .orElseThrow(() -> new BadRequestException("prebuiltSizeKb is one of " + PrebuiltOutputs.SIZES_KB));
        ObjectNode input = JsonNodeFactory.instance.objectNode();
        input.set("taskOutput", output);
        input.put(SIZE, request.prebuiltSizeKb());
        Uni<InstanceHandle> started = cairn.start(StartRequest.of("bench:" + OutputHandling.NAME).withInput(input));
        return STATUS.equals(answer) ? started.chain(InstanceHandle::result).map(OutputHandlingResource::status)
                : started.chain(InstanceHandle::resultText);
    }

    private static byte[] status(JsonNode whole) {
        ObjectNode status = JsonNodeFactory.instance.objectNode();
        status.set(SIZE, whole.get(SIZE));
        status.set(STATUS, whole.get(STATUS));
        return status.toString().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * The request of the endpoint.
     *
     * @param prebuiltSizeKb about how large the output is, in KiB; one of {@link PrebuiltOutputs#SIZES_KB}
     */
    public record Request(int prebuiltSizeKb) {}
}
