package dev.cairn.integrations.a2a.agent;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Predicate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.WorkflowException;
import dev.cairn.integrations.a2a.protocol.A2aCallErrors;
import dev.cairn.integrations.a2a.protocol.AgentStatusException;
import dev.cairn.spi.outbound.CredentialsRefusedException;
import dev.cairn.spi.outbound.EventStreamParser;
import dev.cairn.spi.outbound.OutboundHttpAnswer;
import dev.cairn.spi.outbound.OutboundHttpClient;
import dev.cairn.spi.outbound.OutboundHttpRequest;
import dev.cairn.value.JsonCodec;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;

/**
 * Sends requests to agents: JSON-RPC 2.0 by HTTP, each request by itself. Thread-safe; no thread waits for an answer. A request fails
 * with an {@link CredentialsRefusedException} if the agent wants other credentials.
 */
public final class AgentMessenger {

    /** A longer message is read on a worker thread: on the event loop it would hold up others. */
    private static final int LONG_MESSAGE_BYTES = 64 * 1024;

    private static final int UNAUTHORIZED = 401;
    /** Each connection has one request under way, so that its answer needs no other id. */
    private static final int REQUEST_ID = 1;
    private static final String JSON = "application/json";
    private static final String EVENTS = "text/event-stream";

    private final OutboundHttpClient client;
    private final Duration timeout;
    private final int maxBytes;

    /**
     * @param timeout maximum time of a request, streams of events excluded
     * @param maxBytes maximum size of an answer, and of a stream of events
     */
    public AgentMessenger(OutboundHttpClient client, Duration timeout, int maxBytes) {
        this.client = client;
        this.timeout = timeout;
        this.maxBytes = maxBytes;
    }

    /** Reads an agent card. */
    public Uni<JsonNode> card(AgentRequest request) {
        OutboundHttpRequest get = new OutboundHttpRequest("GET", request.address().uri(), request.address().dynamicTarget(),
                headers(request, JSON), null, null);
        return limited(request, "The agent card", client.send(get, request.caller())
                .flatMap(answer -> accepted(request, answer)).flatMap(answer -> body(request, answer)));
    }

    /**
     * Makes a call.
     *
     * @param parameters an object, or null for none
     * @return the result
     */
    public Uni<JsonNode> call(AgentRequest request, String method, JsonNode parameters) {
        return limited(request, method, post(request, method, parameters, JSON).flatMap(answer -> body(request, answer))
                .map(message -> result(request, method, message)));
    }

    /**
     * Makes a call that is answered by events, and takes the first event that is wanted. The rest of the stream is not read.
     *
     * @param parameters an object
     * @return completes with the result of the event, or with null if the stream has ended without it. The time is not limited
     */
    public Uni<JsonNode> event(AgentRequest request, String method, JsonNode parameters, Predicate<JsonNode> wanted) {
        return post(request, method, parameters, EVENTS).flatMap(answer -> {
            Multi<JsonNode> messages = answer.isEventStream() ? messages(request, answer) : body(request, answer).toMulti();
            return messages.map(message -> result(request, method, message)).select().where(wanted).toUni();
        });
    }

    /** Fails if the answer takes too long. */
    public <T> Uni<T> limited(AgentRequest request, String name, Uni<T> answer) {
        return answer.ifNoItem().after(timeout)
                .failWith(() -> A2aCallErrors.COMMON.late(request.task(), name, timeout.toMillis()));
    }

    private Uni<OutboundHttpAnswer> post(AgentRequest request, String method, JsonNode parameters, String accepted) {
        ObjectNode message = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0").put("id", REQUEST_ID)
                .put("method", method);
        if (parameters != null) {
            message.set("params", parameters);
        }
        return client.send(new OutboundHttpRequest("POST", request.address().uri(), request.address().dynamicTarget(),
                headers(request, accepted), message, request.idempotencyKey()), request.caller())
                .flatMap(answer -> accepted(request, answer));
    }

    private static ObjectNode headers(AgentRequest request, String accepted) {
        ObjectNode headers = JsonNodeFactory.instance.objectNode();
        request.traceContext().forEach(headers::put);
        headers.put("Accept", accepted).put("Content-Type", JSON);
        if (request.address().credential() != null) {
            headers.put("Authorization", request.address().credential().header());
        }
        return headers;
    }

    /** The answer if its status is a success. */
    private static Uni<OutboundHttpAnswer> accepted(AgentRequest request, OutboundHttpAnswer answer) {
        if (answer.isSuccess()) {
            return Uni.createFrom().item(answer);
        }
        return answer.excerpt().flatMap(text -> Uni.createFrom().failure(
                answer.status() == UNAUTHORIZED ? new CredentialsRefusedException(text)
                        : new AgentStatusException(
                                A2aCallErrors.COMMON.refused(request.task(), answer.status(), text).error())));
    }

    private Uni<JsonNode> body(AgentRequest request, OutboundHttpAnswer answer) {
        return answer.body(maxBytes, () -> tooLong(request)).flatMap(bytes -> json(request, bytes));
    }

    private Multi<JsonNode> messages(AgentRequest request, OutboundHttpAnswer answer) {
        EventStreamParser parser = new EventStreamParser();
        return answer.bounded(maxBytes, () -> tooLong(request)).map(parser::feed).onItem().<String>disjoint().onItem()
                .transformToUniAndConcatenate(text -> json(request, text.getBytes(StandardCharsets.UTF_8)));
    }

    private WorkflowException tooLong(AgentRequest request) {
        return A2aCallErrors.COMMON.tooLong(request.task(), maxBytes);
    }

    private static Uni<JsonNode> json(AgentRequest request, byte[] text) {
        Uni<byte[]> later = Uni.createFrom().item(text);
        return (text.length > LONG_MESSAGE_BYTES ? later.emitOn(Infrastructure.getDefaultExecutor()) : later)
                .map(JsonCodec::read)
                .onFailure()
                .transform(malformed -> A2aCallErrors.COMMON.broken(request.task(), "A2A answer is not valid JSON",
                        String.valueOf(malformed.getMessage())));
    }

    private static JsonNode result(AgentRequest request, String method, JsonNode message) {
        if (message.path("error").isObject()) {
            throw A2aCallErrors.ofAgent(request.task(), method, message.get("error"));
        }
        if (!message.has("result")) {
            throw A2aCallErrors.COMMON.broken(request.task(), "A2A answer is incomplete",
                    "The agent answered " + method + " without a result");
        }
        return message.get("result");
    }
}
