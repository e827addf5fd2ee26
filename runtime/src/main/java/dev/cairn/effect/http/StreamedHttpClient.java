package dev.cairn.effect.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.spi.outbound.OutboundCaller;
import dev.cairn.spi.outbound.OutboundHttpAnswer;
import dev.cairn.spi.outbound.OutboundHttpClient;
import dev.cairn.spi.outbound.OutboundHttpRequest;
import io.smallrye.mutiny.Uni;

/** Sends requests whose answers are read as they come, over the connections of HTTP calls. */
public final class StreamedHttpClient implements OutboundHttpClient {

    private final HttpPerformer performer;

    /** @param performer has the connections, and is closed before the application ends */
    public StreamedHttpClient(HttpPerformer performer) {
        this.performer = performer;
    }

    @Override
    public Uni<OutboundHttpAnswer> send(OutboundHttpRequest request, OutboundCaller caller) {
        return Uni.createFrom().emitter(emitter -> {
            PreparedHttpRequest prepared = PreparedHttpRequest.of(arguments(request), caller.task(), request.idempotencyKey());
            if (performer.isClosed()) {
                return;
            }
            StreamedHttpExchange exchange = new StreamedHttpExchange(performer.client(prepared.target()), prepared, emitter,
                    performer::isClosed);
            emitter.onTermination(exchange::cancel);
            exchange.start(request.dynamicTarget() ? performer.guard().admit(prepared.target().outbound(), caller) : null);
        });
    }

    private static JsonNode arguments(OutboundHttpRequest request) {
        ObjectNode arguments = JsonNodeFactory.instance.objectNode().put("method", request.method()).put("uri", request.uri());
        arguments.set("headers", request.headers());
        if (request.body() != null) {
            arguments.set("body", request.body());
        }
        return arguments;
    }
}
