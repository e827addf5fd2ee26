package dev.cairn.integrations.a2a.deployment;

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

/** An agent on loopback that gives back the credentials of requests, with a card that needs them as well. */
final class EchoAgent implements AutoCloseable {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** The methods and credentials of all requests. */
    final List<String> requests = new CopyOnWriteArrayList<>();
    private final HttpServer server;

    EchoAgent() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/card", exchange -> answer(exchange, MAPPER.createObjectNode().put("url", uri() + "/agent")));
        server.createContext("/agent", this::agent);
        server.start();
    }

    String uri() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void agent(HttpExchange exchange) throws IOException {
        JsonNode message = MAPPER.readTree(exchange.getRequestBody());
        String method = message.path("method").asText();
        String authorization = authorization(exchange);
        requests.add(method + " " + authorization);
        ObjectNode answer = MAPPER.createObjectNode().put("jsonrpc", "2.0");
        answer.set("id", message.get("id"));
        ObjectNode task = answer.putObject("result").put("id", "t").put("who", authorization);
        String wanted = message.at("/params/message/parts/0/text").asText();
        ObjectNode status = task.putObject("status");
        if (method.equals("tasks/get")) {
            status.put("state", "completed");
        } else {
            status.put("state", wanted.equals("fail") ? "failed" : "working").putObject("message").putArray("parts")
                    .addObject().put("text", "You are " + authorization);
        }
        answer(exchange, answer);
    }

    private void answer(HttpExchange exchange, JsonNode answer) throws IOException {
        if (exchange.getRequestMethod().equals("GET")) {
            requests.add("GET " + authorization(exchange));
        }
        byte[] body = answer.toString().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static String authorization(HttpExchange exchange) {
        return String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
