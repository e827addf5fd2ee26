package dev.cairn.integrations.mcp.session;

import java.time.Duration;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowException;
import dev.cairn.integrations.mcp.protocol.McpCall;
import dev.cairn.integrations.mcp.protocol.McpCallErrors;
import dev.cairn.integrations.mcp.protocol.McpMessages;
import dev.cairn.integrations.mcp.session.HttpMessenger.MessageAnswer;
import dev.cairn.integrations.mcp.session.HttpMessenger.MessageContext;
import dev.cairn.spi.outbound.CredentialsRefusedException;
import dev.cairn.spi.outbound.OutboundCaller;
import dev.cairn.spi.outbound.OutboundHttpClient;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;

/** Calls servers by HTTP. Calls of one server with the same headers share a session. Thread-safe; no thread waits for an answer. */
public final class HttpCalls {

    /** Ends of sessions belong to no task. */
    private static final OutboundCaller NO_TASK = new OutboundCaller("", "", "", "");
    private static final String SESSION_ID = "[\\x21-\\x7e]+";

    private final HttpMessenger messenger;
    private final SessionPool sessions;
    private final long minBeginMillis;

    /**
     * @param maxSessions sessions that are kept
     * @param idleTime time after which a session without calls is closed
     * @param minBeginTime time that a server has to begin a session, or more if the call for which it begins has a longer timeout
     */
    public HttpCalls(OutboundHttpClient client, Vertx vertx, int maxSessions, Duration idleTime, Duration minBeginTime) {
        this.messenger = new HttpMessenger(client, vertx);
        this.minBeginMillis = minBeginTime.toMillis();
        this.sessions = new SessionPool(vertx, maxSessions, idleTime.toMillis(),
                session -> messenger.endLater(session.address(), session.begun(), NO_TASK));
    }

    /**
     * Makes a call.
     *
     * @param timeoutMillis maximum time of the call
     * @return the message that answers it. Fails with a {@link CredentialsRefusedException} if the server wants other credentials.
     *         Cancelling it tells the server
     */
    public Uni<JsonNode> call(McpCall call, ServerAddress address, long timeoutMillis) {
        return attempt(call, address, timeoutMillis).onFailure(SessionLostException.class)
                // The server has not processed it.
                .recoverWithUni(() -> attempt(call, address, timeoutMillis).onFailure(SessionLostException.class)
                        .transform(again -> refused(call, (SessionLostException) again)));
    }

    private static WorkflowException refused(McpCall call, SessionLostException refusal) {
        return McpCallErrors.COMMON.refused(call.task(), refusal.status(), refusal.getMessage());
    }

    private Uni<JsonNode> attempt(McpCall call, ServerAddress address, long timeoutMillis) {
        return Uni.createFrom().deferred(() -> {
            String key = address.sessionKey(call.client());
            McpSession session = sessions.acquire(key, () -> new McpSession(key, address, begin(call, address, timeoutMillis)));
            return session.state()
                    // The session may have begun for another task.
                    .onFailure(WorkflowException.class)
                    .transform(failure -> McpCallErrors.inTask(call.task(), (WorkflowException) failure))
                    .flatMap(state -> request(call, session, state))
                    .onFailure(failure -> session.begun() == null || failure instanceof SessionLostException
                            || failure instanceof CredentialsRefusedException)
                    .invoke(failure -> forget(session, failure))
                    .onTermination().invoke(() -> sessions.release(session));
        });
    }

    private void forget(McpSession session, Throwable failure) {
        if (failure instanceof SessionLostException lost && lost.isDoubtful()) {
            sessions.retire(session);
        } else {
            sessions.discard(session);
        }
    }

    private Uni<JsonNode> request(McpCall call, McpSession session, SessionState state) {
        long id = session.nextRequestId();
        MessageContext context = new MessageContext(session.address(), state, call.caller(), call.maxBytes());
        return messenger.request(context, McpMessages.request(id, call.method(), call.parameters()), id, call.idempotencyKey())
                .onCancellation().invoke(() -> messenger.tellLater(context, McpMessages.cancelled(id)))
                .map(MessageAnswer::message);
    }

    private Uni<SessionState> begin(McpCall call, ServerAddress address, long callTimeoutMillis) {
        // Calls with longer timeouts may wait for a session that a call with a short one begins.
        long timeoutMillis = Math.max(minBeginMillis, callTimeoutMillis);
        MessageContext context = new MessageContext(address, null, call.caller(), call.maxBytes());
        return messenger.request(context, McpMessages.initialize(1, call.client()), 1, null)
                .map(answer -> state(call, answer))
                .flatMap(state -> messenger
                        .tell(new MessageContext(address, state, call.caller(), call.maxBytes()), McpMessages.initialized())
                        .replaceWith(state)
                        .onTermination().invoke((ready, failure, cancelled) -> endUnlessReady(ready, address, state)))
                .ifNoItem().after(Duration.ofMillis(timeoutMillis))
                .failWith(() -> McpCallErrors.COMMON.late(call.task(), "initialize", timeoutMillis));
    }

    /** The server has begun a session that no call will use. */
    private void endUnlessReady(SessionState ready, ServerAddress address, SessionState begun) {
        if (ready == null) {
            messenger.endLater(address, begun, NO_TASK);
        }
    }

    private static SessionState state(McpCall call, MessageAnswer answer) {
        String version = McpMessages.acceptedVersion(call, answer.message());
        if (answer.sessionId() != null && !answer.sessionId().matches(SESSION_ID)) {
            throw McpCallErrors.COMMON.broken(call.task(), "MCP session cannot be used",
                    "The id of the session is not printable ASCII");
        }
        return new SessionState(answer.sessionId(), version);
    }

    /** Ends the sessions without calls. */
    public void close() {
        sessions.close();
    }

    int openSessions() {
        return sessions.size();
    }
}
