package dev.cairn.a2a;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * An agent on loopback that completes a task when it is asked about it for the second time. It knows the messages that it has seen,
 * and leaves one request unanswered.
 */
final class HoldingAgent implements AutoCloseable {

    /** A request: its method, and the id of its message or of its task. */
    record AgentCall(String method, String id) {}

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int QUESTIONS = 2;

    private final List<AgentCall> calls = new CopyOnWriteArrayList<>();
    private final Map<String, AgentTask> tasksByMessage = new ConcurrentHashMap<>();
    private final Map<String, AgentTask> tasks = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;
    private volatile Hold hold;

    HoldingAgent() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/a2a", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    String uri() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/a2a";
    }

    /** All requests, in the order in which they came. */
    List<AgentCall> calls() {
        return List.copyOf(calls);
    }

    /** Leaves the request with this number unanswered; completes with it. */
    CompletableFuture<AgentCall> hold(int number) {
        hold = new Hold(number, new CompletableFuture<>());
        return hold.held();
    }

    private void answer(HttpExchange exchange) throws IOException {
        JsonNode request = MAPPER.readTree(exchange.getRequestBody());
        String method = request.path("method").asText();
        JsonNode message = request.at("/params/message");
        AgentTask task = method.equals("message/send") ? made(message) : tasks.get(request.at("/params/id").asText());
        if (isHeld(new AgentCall(method, message.path("messageId").asText(task.id())))) {
            return;
        }
        ObjectNode answer = MAPPER.createObjectNode().put("jsonrpc", "2.0");
        answer.set("id", request.get("id"));
        answer.set("result", task.shown(method.equals("tasks/get")));
        byte[] body = answer.toString().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private AgentTask made(JsonNode message) {
        AgentTask task = tasksByMessage.computeIfAbsent(message.path("messageId").asText(),
                id -> new AgentTask("task-" + tasksByMessage.size(), message.at("/parts/0/data/number").asInt(),
                        new AtomicInteger()));
        tasks.put(task.id(), task);
        return task;
    }

    private synchronized boolean isHeld(AgentCall call) {
        calls.add(call);
        Hold wanted = hold;
        boolean held = wanted != null && calls.size() == wanted.number();
        if (held) {
            wanted.held().complete(call);
        }
        return held;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private record Hold(int number, CompletableFuture<AgentCall> held) {}

    /** A task, and the number of the questions about it that were answered. */
    private record AgentTask(String id, int number, AtomicInteger questions) {

        ObjectNode shown(boolean question) {
            boolean done = question && questions.incrementAndGet() >= QUESTIONS;
            ObjectNode task = MAPPER.createObjectNode().put("kind", "task").put("id", id);
            task.putObject("status").put("state", done ? "completed" : "working");
            task.putArray("artifacts").addObject().putArray("parts").addObject().put("kind", "data").putObject("data")
                    .put("number", number);
            return task;
        }
    }
}
