package dev.cairn.integrations.mcp.session;

import java.time.Duration;
import java.util.Locale;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.integrations.mcp.protocol.McpCallErrors;
import dev.cairn.integrations.mcp.protocol.McpMessages;
import dev.cairn.spi.outbound.CredentialsRefusedException;
import dev.cairn.spi.outbound.OutboundCaller;
import dev.cairn.spi.outbound.OutboundHttpAnswer;
import dev.cairn.spi.outbound.OutboundHttpClient;
import dev.cairn.spi.outbound.OutboundHttpRequest;
import dev.cairn.value.JsonCodec;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.core.Vertx;

/** Sends messages by HTTP, each as a request of its own (the transport "Streamable HTTP"). Thread-safe. */
final class HttpMessenger {

    /** A message longer than this is read on a worker thread: on the event loop it would hold up others. */
    static final int LONG_MESSAGE_BYTES = 64 * 1024;

    private static final int UNAUTHORIZED = 401;
    /** Statuses of answers to an unknown session. */
    private static final Set<Integer> LOST_SESSION = Set.of(400, 404);
    private static final Duration NOTICE_TIMEOUT = Duration.ofSeconds(10);
    private static final String SESSION_ID = "Mcp-Session-Id";

    private final OutboundHttpClient client;
    private final Vertx vertx;

    HttpMessenger(OutboundHttpClient client, Vertx vertx) {
        this.client = client;
        this.vertx = vertx;
    }

    /** An answer, with the id of the session that it begins or null. */
    record MessageAnswer(JsonNode message, String sessionId) {}

    /** The server, session and task that a message belongs to, and the maximum size of its answer. */
    record MessageContext(ServerAddress address, SessionState session, OutboundCaller caller, int maxBytes) {}

    /**
     * Sends a request.
     *
     * @param id id of the request
     * @param key key by which the server recognizes a repetition, or null
     * @return the answer; fails with a {@link SessionLostException} or {@link CredentialsRefusedException} if the server has not
     *         processed the request
     */
    Uni<MessageAnswer> request(MessageContext context, ObjectNode request, long id, String key) {
        return send(context, request, key).flatMap(answer -> {
            if (!answer.isSuccess()) {
                return refused(context, answer);
            }
            Uni<JsonNode> message = answer.isEventStream()
                    ? Uni.createFrom().emitter(emitter -> new EventStreamAnswer(this, vertx, context, id, emitter).read(answer))
                    : body(context, answer).map(body -> found(context, body, id));
            return message.map(found -> new MessageAnswer(found, answer.headers().get(SESSION_ID.toLowerCase(Locale.ROOT))));
        });
    }

    /** Sends a notification or a reply, and completes when the server has taken it. */
    Uni<Void> tell(MessageContext context, ObjectNode notice) {
        return send(context, notice, null).flatMap(answer -> answer.isSuccess() ? answer.excerpt().replaceWithVoid()
                : refused(context, answer));
    }

    /** As {@link #tell}; nothing waits for it, and its failure changes nothing. */
    void tellLater(MessageContext context, ObjectNode notice) {
        tell(context, notice).ifNoItem().after(NOTICE_TIMEOUT).fail().subscribe().with(done -> {}, ignored -> {});
    }

    /** Tells the server that the session has ended; it may not care. */
    void endLater(ServerAddress address, SessionState session, OutboundCaller caller) {
        if (session != null && session.id() != null) {
            client.send(
                    new OutboundHttpRequest("DELETE", address.uri(), address.dynamicTarget(), headers(address, session), null,
                            null),
                    caller).flatMap(OutboundHttpAnswer::excerpt).ifNoItem().after(NOTICE_TIMEOUT).fail().subscribe()
                    .with(done -> {}, ignored -> {});
        }
    }

    private Uni<OutboundHttpAnswer> send(MessageContext context, ObjectNode message, String key) {
        return client.send(new OutboundHttpRequest("POST", context.address().uri(), context.address().dynamicTarget(),
                headers(context.address(), context.session()), message, key), context.caller());
    }

    private static ObjectNode headers(ServerAddress address, SessionState session) {
        ObjectNode headers = address.headers().deepCopy();
        headers.put("Accept", "application/json, text/event-stream");
        headers.put("Content-Type", "application/json");
        if (session != null) {
            headers.put("MCP-Protocol-Version", session.version());
            headers.put(SESSION_ID, session.id());
        }
        return headers;
    }

    private static <T> Uni<T> refused(MessageContext context, OutboundHttpAnswer answer) {
        return answer.excerpt().flatMap(text -> Uni.createFrom().failure(
                LOST_SESSION.contains(answer.status()) && context.session() != null && context.session().id() != null
                        ? new SessionLostException(answer.status(), text)
                        : answer.status() == UNAUTHORIZED ? new CredentialsRefusedException(text)
                                : McpCallErrors.COMMON.refused(context.caller().task(), answer.status(), text)));
    }

    private Uni<JsonNode> body(MessageContext context, OutboundHttpAnswer answer) {
        return answer.body(context.maxBytes(), () -> McpCallErrors.COMMON.tooLong(context.caller().task(), context.maxBytes()))
                .flatMap(body -> json(context, body));
    }

    /** Reads a message. */
    Uni<JsonNode> json(MessageContext context, byte[] text) {
        Uni<byte[]> later = Uni.createFrom().item(text);
        return (text.length > LONG_MESSAGE_BYTES ? later.emitOn(Infrastructure.getDefaultExecutor()) : later)
                .map(JsonCodec::read)
                .onFailure()
                .transform(malformed -> McpCallErrors.COMMON.broken(context.caller().task(), "MCP answer is not valid JSON",
                        String.valueOf(malformed.getMessage())));
    }

    private static JsonNode found(MessageContext context, JsonNode body, long id) {
        if (McpMessages.answers(body, id)) {
            return body;
        }
        for (JsonNode message : body) {
            if (McpMessages.answers(message, id)) {
                return message;
            }
        }
        throw McpCallErrors.COMMON.broken(context.caller().task(), "MCP answer is incomplete",
                "The MCP server answered without the response to the request");
    }
}
