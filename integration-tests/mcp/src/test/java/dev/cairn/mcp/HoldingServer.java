package dev.cairn.mcp;

import java.io.IOException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;

import dev.cairn.crash.harness.HeldCalls;
import dev.cairn.crash.harness.LoopbackServer;

/** An MCP server on loopback whose only tool gives back a number, except for the calls that it holds. */
final class HoldingServer implements AutoCloseable {

    private final HeldCalls<String> calls = new HeldCalls<>();
    private final LoopbackServer server = new LoopbackServer();

    HoldingServer() {
        server.serve("/mcp", this::answer);
    }

    String uri() {
        return server.uri("/mcp");
    }

    /** The calls of the tool, by their idempotency keys. */
    HeldCalls<String> calls() {
        return calls;
    }

    private void answer(HttpExchange exchange) throws IOException {
        JsonNode message = LoopbackServer.body(exchange);
        if (!message.has("id")) {
            exchange.sendResponseHeaders(202, -1);
            return;
        }
        ObjectNode answer = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
        answer.set("id", message.get("id"));
        if (message.path("method").asText().equals("initialize")) {
            answer.putObject("result").put("protocolVersion", "2025-06-18");
        } else if (calls.holds(message.at("/params/_meta/dev.cairn~1idempotency-key").asText())) {
            return;
        } else {
            answer.putObject("result").putObject("structuredContent").set("number", message.at("/params/arguments/number"));
        }
        LoopbackServer.answer(exchange, answer);
    }

    @Override
    public void close() {
        server.close();
    }
}
