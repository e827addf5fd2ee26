package dev.cairn.bench.application;

import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;

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
    public Uni<JsonNode> handle(Request request, @QueryParam("answer") String answer) {
        JsonNode output = outputs.get(request.prebuiltSizeKb())
                .orElseThrow(() -> new BadRequestException("prebuiltSizeKb is one of " + PrebuiltOutputs.SIZES_KB));
        ObjectNode input = JsonNodeFactory.instance.objectNode();
        input.set("taskOutput", output);
        input.put(SIZE, request.prebuiltSizeKb());
        Uni<JsonNode> result = cairn.start(StartRequest.of("bench:" + OutputHandling.NAME).withInput(input))
                .chain(InstanceHandle::result);
        return STATUS.equals(answer) ? result.map(OutputHandlingResource::status) : result;
    }

    private static JsonNode status(JsonNode whole) {
        ObjectNode status = JsonNodeFactory.instance.objectNode();
        status.set(SIZE, whole.get(SIZE));
        status.set(STATUS, whole.get(STATUS));
        return status;
    }

    /**
     * What the endpoint takes.
     *
     * @param prebuiltSizeKb about how large the output is, in KiB; one of {@link PrebuiltOutputs#SIZES_KB}
     */
    public record Request(int prebuiltSizeKb) {}
}
