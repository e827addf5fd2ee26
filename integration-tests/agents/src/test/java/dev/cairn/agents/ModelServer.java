package dev.cairn.agents;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;

/**
 * A server that answers as OpenAI's chat completions do. Its model looks a number of orders up, asks for a refund of the last,
 * and then answers.
 */
final class ModelServer implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();
    static final int TOKENS_A_TURN = 12;

    /** The number of messages of each request, in the order in which they came; 1 is that of the title. */
    private final List<Integer> requests = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;
    private final int lookups;
    private final String firstArguments;
    private volatile Hold hold;

    ModelServer(int lookups) throws IOException {
        this(lookups, null);
    }

    /** @param firstArguments the arguments of the first tool that the model asks for, or null for a number */
    private ModelServer(int lookups, String firstArguments) throws IOException {
        this.lookups = lookups;
        this.firstArguments = firstArguments;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/chat/completions", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
    }

    List<Integer> requests() {
        return List.copyOf(requests);
    }

    /** Leaves the request with this number unanswered; completes with the number of its messages. */
    CompletableFuture<Integer> hold(int number) {
        hold = new Hold(number, new CompletableFuture<>());
        return hold.held();
    }

    private void answer(HttpExchange exchange) throws IOException {
        JsonNode request = JSON.readTree(exchange.getRequestBody());
        int messages = request.path("messages").size();
        requests.add(messages);
        Hold asked = hold;
        if (asked != null && requests.size() >= asked.number()) {
            hold = null;
            asked.held().complete(messages);
            return;
        }
        byte[] body = completion(messages).toString().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private ObjectNode completion(int messages) {
        ObjectNode completion = JSON.createObjectNode();
        completion.put("id", "completion-" + messages).put("object", "chat.completion").put("created", 1).put("model", "stub");
        ObjectNode choice = completion.putArray("choices").addObject().put("index", 0);
        ObjectNode message = choice.putObject("message").put("role", "assistant");
        int turn = (messages - 2) / 2;
        if (messages == 1) {
            message.put("content", "Lost orders are paid back");
        } else if (turn > lookups) {
            message.put("content", "Your order is paid back.");
        } else {
            ObjectNode call = message.putArray("tool_calls").addObject().put("id", "call-" + turn).put("type", "function");
            call.putObject("function").put("name", turn == lookups ? "refund" : "findOrder").put("arguments",
                    turn == 0 && firstArguments != null ? firstArguments
                            : "{\"number\": \"" + Math.min(turn, lookups - 1) + "\"}");
        }
        choice.put("finish_reason", message.has("content") ? "stop" : "tool_calls");
        completion.putObject("usage").put("prompt_tokens", TOKENS_A_TURN - 2).put("completion_tokens", 2).put("total_tokens",
                TOKENS_A_TURN);
        return completion;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    /** A server, and a store without earlier instances, for an application in the JVM of the tests. */
    public static final class Resource implements QuarkusTestResourceLifecycleManager {

        private ModelServer server;

        @Override
        public Map<String, String> start() {
            try {
                server = new ModelServer(2, "[]");
                return Map.of("quarkus.langchain4j.openai.base-url", server.url(), "quarkus.cairn.file.path",
                        Files.createTempDirectory(Path.of("target"), "store").toString());
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }

        @Override
        public void stop() {
            server.close();
        }
    }

    private record Hold(int number, CompletableFuture<Integer> held) {}
}
