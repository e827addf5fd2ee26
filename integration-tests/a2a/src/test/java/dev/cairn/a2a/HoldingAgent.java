package dev.cairn.a2a;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;

import dev.cairn.crash.harness.HeldCalls;
import dev.cairn.crash.harness.LoopbackServer;

/**
 * An agent on loopback that completes a task when it is asked about it for the second time. It knows the messages that it has seen,
 * and holds requests.
 */
final class HoldingAgent implements AutoCloseable {

    /** A request: its method, and the id of its message or of its task. */
    record AgentCall(String method, String id) {}

    private static final int QUESTIONS = 2;

    private final HeldCalls<AgentCall> calls = new HeldCalls<>();
    private final Map<String, AgentTask> tasksByMessage = new ConcurrentHashMap<>();
    private final Map<String, AgentTask> tasks = new ConcurrentHashMap<>();
    private final LoopbackServer server = new LoopbackServer();

    HoldingAgent() {
        server.serve("/a2a", this::answer);
    }

    String uri() {
        return server.uri("/a2a");
    }

    /** All requests. */
    HeldCalls<AgentCall> calls() {
        return calls;
    }

    private void answer(HttpExchange exchange) throws IOException {
        JsonNode request = LoopbackServer.body(exchange);
        String method = request.path("method").asText();
        JsonNode message = request.at("/params/message");
        AgentTask task = method.equals("message/send") ? made(message) : tasks.get(request.at("/params/id").asText());
        if (calls.holds(new AgentCall(method, message.path("messageId").asText(task.id())))) {
            return;
        }
        ObjectNode answer = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
        answer.set("id", request.get("id"));
        answer.set("result", task.shown(method.equals("tasks/get")));
        LoopbackServer.answer(exchange, answer);
    }

    private AgentTask made(JsonNode message) {
        AgentTask task = tasksByMessage.computeIfAbsent(message.path("messageId").asText(),
                id -> new AgentTask("task-" + tasksByMessage.size(), message.at("/parts/0/data/number").asInt(),
                        new AtomicInteger()));
        tasks.put(task.id(), task);
        return task;
    }

    @Override
    public void close() {
        server.close();
    }

    /** A task, and the number of the questions about it that were answered. */
    private record AgentTask(String id, int number, AtomicInteger questions) {

        ObjectNode shown(boolean question) {
            boolean done = question && questions.incrementAndGet() >= QUESTIONS;
            ObjectNode task = JsonNodeFactory.instance.objectNode().put("kind", "task").put("id", id);
            task.putObject("status").put("state", done ? "completed" : "working");
            task.putArray("artifacts").addObject().putArray("parts").addObject().put("kind", "data").putObject("data")
                    .put("number", number);
            return task;
        }
    }
}
