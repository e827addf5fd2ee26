package dev.cairn.mcp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/** An MCP server on loopback whose only tool gives back a number, except for one call, which it leaves unanswered. */
final class HoldingServer implements AutoCloseable {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** The idempotency keys of all calls, in the order in which they came. */
    private final List<String> keys = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;
    private volatile Hold hold;

    HoldingServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/mcp", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    String uri() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/mcp";
    }

    List<String> keys() {
        return List.copyOf(keys);
    }

    /** Leaves the call with this number unanswered; completes with its key. */
    CompletableFuture<String> hold(int calls) {
        hold = new Hold(calls, new CompletableFuture<>());
        return hold.held();
    }

    private void answer(HttpExchange exchange) throws IOException {
        JsonNode message = MAPPER.readTree(exchange.getRequestBody());
        if (!message.has("id")) {
            exchange.sendResponseHeaders(202, -1);
            return;
        }
        ObjectNode answer = MAPPER.createObjectNode().put("jsonrpc", "2.0");
        answer.set("id", message.get("id"));
        if (message.path("method").asText().equals("initialize")) {
            answer.putObject("result").put("protocolVersion", "2025-06-18");
        } else {
            String key = message.at("/params/_meta/dev.cairn~1idempotency-key").asText();
            if (isHeld(key)) {
                return;
            }
            answer.putObject("result").putObject("structuredContent").set("number", message.at("/params/arguments/number"));
        }
        byte[] body = answer.toString().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private synchronized boolean isHeld(String key) {
        keys.add(key);
        Hold wanted = hold;
        boolean held = wanted != null && keys.size() == wanted.calls();
        if (held) {
            wanted.held().complete(key);
        }
        return held;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private record Hold(int calls, CompletableFuture<String> held) {}
}
