package dev.cairn.crash.calls;

import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;

import dev.cairn.crash.harness.HeldCalls;
import dev.cairn.crash.harness.LoopbackServer;

/** An API that quotes the tokens of its callers, and the two authorization servers that issue them. */
final class ChargeServer implements AutoCloseable {

    /** A call of the API: its idempotency key, and its token. */
    record AuthorizedCall(String key, String token) {}

    private final HeldCalls<String> calls = new HeldCalls<>();
    private final HeldCalls<String> tokenRequests = new HeldCalls<>();
    private final List<AuthorizedCall> authorizedCalls = new CopyOnWriteArrayList<>();
    private final List<String> tokens = new CopyOnWriteArrayList<>();
    private final LoopbackServer server = new LoopbackServer();

    ChargeServer() {
        server.serve("/charges", this::take);
        server.serve("/bookings", this::take);
        server.serve("/oauth2/oauth2/token", this::issue);
        server.serve("/oidc/token", this::issue);
        server.serve("/oidc/.well-known/openid-configuration",
                exchange -> LoopbackServer.answer(exchange, object().put("token_endpoint", server.uri("/oidc/token"))));
    }

    String uri() {
        return server.uri("");
    }

    /** The calls of the API, by their idempotency keys. */
    HeldCalls<String> calls() {
        return calls;
    }

    /** The requests for tokens, by their paths. */
    HeldCalls<String> tokenRequests() {
        return tokenRequests;
    }

    /** The calls of the API, with their tokens. */
    List<AuthorizedCall> authorizedCalls() {
        return List.copyOf(authorizedCalls);
    }

    /** The tokens that were issued. */
    List<String> tokens() {
        return List.copyOf(tokens);
    }

    private void issue(HttpExchange exchange) throws IOException {
        if (!tokenRequests.holds(exchange.getRequestURI().getPath())) {
            String token = UUID.randomUUID().toString();
            tokens.add(token);
            LoopbackServer.answer(exchange, object().put("access_token", token).put("token_type", "Bearer")
                    .put("expires_in", 3600));
        }
    }

    private void take(HttpExchange exchange) throws IOException {
        String authorization = exchange.getRequestHeaders().getFirst("Authorization");
        String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
        ObjectNode answer = object().put("quoted", authorization);
        answer.set("number", LoopbackServer.body(exchange).path("number"));
        authorizedCalls.add(new AuthorizedCall(key, String.valueOf(authorization).replaceFirst("^Bearer ", "")));
        if (!calls.holds(key)) {
            LoopbackServer.answer(exchange, answer);
        }
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    @Override
    public void close() {
        server.close();
    }
}
