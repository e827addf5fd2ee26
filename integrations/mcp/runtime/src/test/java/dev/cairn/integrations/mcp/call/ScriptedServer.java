package dev.cairn.integrations.mcp.call;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

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

/** A server of the protocol on loopback that misbehaves as the called tool says. */
final class ScriptedServer implements AutoCloseable {

    /** A request: its method of HTTP, its headers, and its message or null. */
    record Received(String method, MultiMap headers, JsonNode message) {

        String rpc() {
            return message == null ? method : message.path("method").asText("reply");
        }
    }

    final List<Received> received = new CopyOnWriteArrayList<>();
    private final Set<String> sessions = ConcurrentHashMap.newKeySet();
    private final AtomicInteger begun = new AtomicInteger();
    /** Number of connections that have ended. */
    final AtomicInteger closedConnections = new AtomicInteger();
    private final HttpServer server;
    /** The version that it speaks. */
    volatile String version = "2025-06-18";
    /** The status with which it refuses an unknown session. */
    volatile int lostSession = 404;
    /** Sessions begin when it is complete. */
    volatile CompletableFuture<Void> ready = CompletableFuture.completedFuture(null);
    /** The authorization that it wants, or null. */
    volatile String authorization;
    /** The status of answers to notifications and replies. */
    volatile int noticeStatus = 202;

    ScriptedServer(Vertx vertx) {
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

    /** Ends all sessions, as a restart does. */
    void forgetSessions() {
        sessions.clear();
    }

    private void handle(HttpServerRequest request, Buffer body) {
        JsonNode message = body.length() == 0 ? null : JsonCodec.read(body.getBytes());
        received.add(new Received(request.method().name(), request.headers(), message));
        HttpServerResponse response = request.response();
        if (authorization != null && !authorization.equals(request.getHeader("authorization"))) {
            response.setStatusCode(401).end("who are you");
        } else if (message != null && message.path("method").asText().equals("initialize")) {
            ready.thenRun(() -> initialize(message, response));
        } else if (!sessions.contains(request.getHeader("mcp-session-id"))) {
            response.setStatusCode(lostSession).end("unknown session");
        } else if (message == null) {
            response.setStatusCode(405).end();
        } else if (!message.has("id") || !message.has("method")) {
            response.setStatusCode(noticeStatus).end();
        } else {
            answer(message, response);
        }
    }

    private void initialize(JsonNode message, HttpServerResponse response) {
        String session = "session-" + begun.incrementAndGet();
        sessions.add(session);
        ObjectNode result = JsonNodeFactory.instance.objectNode().put("protocolVersion", version);
        response.putHeader("mcp-session-id", session);
        json(response, message, result);
    }

    private void answer(JsonNode message, HttpServerResponse response) {
        String tool = message.path("params").path("name").asText();
        ObjectNode result = JsonNodeFactory.instance.objectNode().put("tool", tool);
        switch (tool) {
            case "stream" -> stream(response, "{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"ping\"}",
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"sampling/createMessage\"}",
                    text(answer(message).set("result", result))).end();
            case "pings" -> stream(response, Stream.concat(
                    Collections.nCopies(message.at("/params/arguments/pings").intValue(),
                            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}").stream(),
                    Stream.of(text(answer(message).set("result", result)))).toArray(String[]::new)).end();
            case "batch" -> response.putHeader("content-type", "application/json")
                    .end("[{\"jsonrpc\":\"2.0\",\"method\":\"x\"}," + text(answer(message).set("result", result)) + "]");
            case "open" -> stream(response, text(answer(message).set("result", result)));
            case "primed" -> stream(response, "", text(answer(message).set("result", result))).end();
            case "gone" -> stream(response, "{\"jsonrpc\":\"2.0\",\"method\":\"x\"}").end();
            case "cut" -> {
                stream(response, "{\"jsonrpc\":\"2.0\",\"method\":\"x\"}");
                response.reset();
            }
            case "bigStream" -> stream(response, "\"" + "x".repeat(20_000) + "\"");
            case "big" -> json(response, message, result.put("text", "x".repeat(20_000)));
            case "long" -> json(response, message, result.put("text", "x".repeat(9_000)));
            case "hang" -> {}
            case "html" -> response.putHeader("content-type", "text/html").end("<p>");
            case "malformed" -> response.setStatusCode(400).end("no such field");
            case "busy" -> response.setStatusCode(503).end("later");
            case "fails" -> json(response, message,
                    (ObjectNode) JsonCodec
                            .read("{\"isError\": true, \"content\": [{\"type\": \"text\", \"text\": \"no stock\"}]}"));
            // JSON-RPC allows one of the two, and some servers send both.
            case "withoutError" -> response.end(text(answer(message).putNull("error").set("result", result)));
            case "failsWithoutText" -> json(response, message, result.put("isError", true));
            default -> {
                if (tool.startsWith("error")) {
                    ObjectNode error = answer(message);
                    error.putObject("error").put("code", Integer.parseInt(tool.substring("error".length())))
                            .put("message", "bad")
                            .put("data", "more");
                    response.putHeader("content-type", "application/json").end(text(error));
                } else {
                    result.set("params", message.get("params"));
                    json(response, message, result);
                }
            }
        }
    }

    /** An empty message is the event by which a server gives an id to begin from. */
    private static HttpServerResponse stream(HttpServerResponse response, String... messages) {
        response.putHeader("content-type", "text/event-stream").setChunked(true);
        for (String message : messages) {
            response.write(message.isEmpty() ? "id: 0\ndata:\n\n" : "event: message\ndata: " + message + "\n\n");
        }
        return response;
    }

    private static void json(HttpServerResponse response, JsonNode request, ObjectNode result) {
        response.putHeader("content-type", "application/json; charset=utf-8").end(text(answer(request).set("result", result)));
    }

    private static ObjectNode answer(JsonNode request) {
        ObjectNode answer = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
        answer.set("id", request.get("id"));
        return answer;
    }

    private static String text(JsonNode message) {
        return message.toString();
    }

    @Override
    public void close() {
        server.close().toCompletionStage().toCompletableFuture().join();
    }
}
