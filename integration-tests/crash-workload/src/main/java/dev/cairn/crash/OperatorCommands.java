package dev.cairn.crash;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;

import dev.cairn.api.CairnClient;
import dev.cairn.api.CommandKind;
import dev.cairn.api.CommandOrigin;
import dev.cairn.api.InstanceHandle;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.smallrye.mutiny.Uni;

/** Gives commands on behalf of the principal that a client names. Answers when they are durable. */
@Path("/operator")
public class OperatorCommands {

    private final CairnClient cairn;

    OperatorCommands(CairnClient cairn) {
        this.cairn = cairn;
    }

    /** Starts an instance of a workflow that waits for events; gives its id. */
    @POST
    @Path("/start")
    public Uni<String> start(@QueryParam("principal") String principal,
            @QueryParam("workflow") @DefaultValue("hears") String workflow) {
        return cairn.as(CommandOrigin.of(principal))
                .start(workflow, Map.of("start", principal, "effects", "http://127.0.0.1:9/"))
                .map(InstanceHandle::id);
    }

    /** Asks an instance for something. */
    @POST
    @Path("/{id}/{command}")
    public Uni<Void> ask(@PathParam("id") String id, @PathParam("command") CommandKind command,
            @QueryParam("principal") String principal) {
        InstanceHandle instance = cairn.as(CommandOrigin.of(principal)).instance(id);
        return switch (command) {
            case SUSPEND -> instance.suspend();
            case RESUME -> instance.resume();
            case CANCEL -> instance.cancel();
            case SEND -> send(instance, principal);
            default -> Uni.createFrom().failure(new IllegalArgumentException("No test asks for it: " + command));
        };
    }

    /** The first event for an instance that was started by the same principal. */
    private static Uni<Void> send(InstanceHandle instance, String principal) {
        String data = "{\"start\":\"" + principal + "\",\"number\":1}";
        return instance.send(CloudEventBuilder.v1().withId("1").withSource(URI.create("/operator")).withType("crash.word")
                .withData("application/json", data.getBytes(StandardCharsets.UTF_8)).build());
    }

    /** The commands that its journal has, each as kind and principal. */
    @GET
    @Path("/{id}")
    public Uni<List<String>> commands(@PathParam("id") String id) {
        return cairn.instance(id).commands().map(commands -> commands.stream()
                .map(command -> command.kind() + " " + command.origin().principal()).toList());
    }

    /** The phase of an instance. */
    @GET
    @Path("/{id}/phase")
    public Uni<String> phase(@PathParam("id") String id) {
        return cairn.instance(id).view().map(view -> view.status().name());
    }
}
