package dev.cairn.integrations.mcp.deployment;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/** An MCP server on loopback whose tools give back the credentials of the call. */
final class EchoMcpServer implements AutoCloseable {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    final List<String> authorizations = new CopyOnWriteArrayList<>();
    private final HttpServer server;

    EchoMcpServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/mcp", this::answer);
        server.start();
    }

    String uri() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/mcp";
    }

    private void answer(HttpExchange exchange) throws IOException {
        JsonNode message = MAPPER.readTree(exchange.getRequestBody());
        String authorization = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
        authorizations.add(authorization);
        if (!message.has("id")) {
            exchange.sendResponseHeaders(202, -1);
            return;
        }
        ObjectNode answer = MAPPER.createObjectNode().put("jsonrpc", "2.0");
        answer.set("id", message.get("id"));
        ObjectNode result = answer.putObject("result").put("protocolVersion", "2025-06-18").put("who", authorization);
        result.put("isError", message.at("/params/name").asText().equals("fail"));
        result.putArray("content").addObject().put("type", "text").put("text", "You are " + authorization);
        byte[] body = answer.toString().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
