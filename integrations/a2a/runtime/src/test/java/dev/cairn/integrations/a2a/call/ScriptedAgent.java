package dev.cairn.integrations.a2a.call;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.value.JsonCodec;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/** An agent on loopback that gives the answers of a script, one for each request, and its card. */
final class ScriptedAgent implements AutoCloseable {

    /** A request: its method of HTTP, its headers, and its message or null. */
    record Received(String method, MultiMap headers, JsonNode message) {

        String rpc() {
            return message == null ? method : message.path("method").asText();
        }
    }

    final List<Received> received = new CopyOnWriteArrayList<>();
    /** Number of connections that have ended. */
    final AtomicInteger closedConnections = new AtomicInteger();
    private final Deque<String> script = new ArrayDeque<>();
    private final HttpServer server;
    /** The authorization that it wants, or null. */
    volatile String authorization;
    /** Its card, in which PORT stands for its port. */
    volatile String card = "{\"url\": \"http://localhost:PORT/agent\"}";

    ScriptedAgent(Vertx vertx) {
        server = vertx.createHttpServer()
                .connectionHandler(connection -> connection.closeHandler(closed -> closedConnections.incrementAndGet()))
                .requestHandler(request -> request.body().onSuccess(body -> handle(request, body)))
                .listen(0, "localhost").toCompletionStage().toCompletableFuture().join();
    }

    int port() {
        return server.actualPort();
    }

    List<String> methods() {
        return received.stream().map(Received::rpc).toList();
    }

    /**
     * Adds answers: the result of a call, {@code error CODE}, {@code status CODE}, {@code events} with results, {@code open} with
     * results of a stream that does not end, {@code text} with a body, {@code cut}, or {@code hang}.
     */
    void answers(String... answers) {
        synchronized (script) {
            script.addAll(List.of(answers));
        }
    }

    private void handle(HttpServerRequest request, Buffer body) {
        JsonNode message = body.length() == 0 ? null : JsonCodec.read(body.getBytes());
        received.add(new Received(request.method().name(), request.headers(), message));
        HttpServerResponse response = request.response();
        if (authorization != null && !authorization.equals(request.getHeader("authorization"))) {
            response.setStatusCode(401).end("who are you");
        } else if (message == null) {
            response.end(card.replace("PORT", Integer.toString(port())));
        } else {
            String answer;
            synchronized (script) {
                answer = script.isEmpty() ? "status 500" : script.removeFirst();
            }
            answer(answer, message, response);
        }
    }

    private static void answer(String answer, JsonNode message, HttpServerResponse response) {
        String[] words = answer.split(" ", 2);
        switch (words[0]) {
            case "error" -> {
                ObjectNode error = response(message);
                error.putObject("error").put("code", Integer.parseInt(words[1])).put("message", "bad").put("data", "more");
                json(response, error);
            }
            case "status" -> response.setStatusCode(Integer.parseInt(words[1])).end("later");
            case "events" -> stream(response, message, words[1]).end();
            case "open" -> stream(response, message, words[1]);
            case "text" -> response.end(words[1]);
            case "cut" -> response.reset();
            case "hang" -> {}
            case "big" -> response.end("\"" + "x".repeat(20_000) + "\"");
            default -> json(response, response(message).set("result", JsonCodec.read(answer)));
        }
    }

    /** The result null stands for an event without data. */
    private static HttpServerResponse stream(HttpServerResponse response, JsonNode message, String results) {
        response.putHeader("content-type", "text/event-stream").setChunked(true);
        for (JsonNode result : JsonCodec.read(results)) {
            response.write(result.isNull() ? "id: 0\ndata:\n\n"
                    : "data: " + response(message).set("result", result) + "\n\n");
        }
        return response;
    }

    private static ObjectNode response(JsonNode message) {
        ObjectNode response = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
        response.set("id", message.get("id"));
        return response;
    }

    private static void json(HttpServerResponse response, JsonNode message) {
        response.putHeader("content-type", "application/json").end(message.toString());
    }

    @Override
    public void close() {
        server.close().toCompletionStage().toCompletableFuture().join();
    }
}
