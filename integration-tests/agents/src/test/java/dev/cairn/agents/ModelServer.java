package dev.cairn.agents;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;

import dev.cairn.crash.harness.HeldCalls;
import dev.cairn.crash.harness.LoopbackServer;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;

/**
 * A server that answers as OpenAI's chat completions do. Its model looks a number of orders up, asks for a refund of the last,
 * and then answers.
 */
final class ModelServer implements AutoCloseable {

    static final int TOKENS_A_TURN = 12;

    private final HeldCalls<Integer> requests = new HeldCalls<>();
    private final LoopbackServer server = new LoopbackServer();
    private final int lookups;
    private final String firstArguments;

    ModelServer(int lookups) {
        this(lookups, null);
    }

    /** @param firstArguments the arguments of the first tool that the model asks for, or null for a number */
    private ModelServer(int lookups, String firstArguments) {
        this.lookups = lookups;
        this.firstArguments = firstArguments;
        server.serve("/v1/chat/completions", this::answer);
    }

    String url() {
        return server.uri("/v1");
    }

    /** The requests, by the number of their messages; 1 is that of the title. */
    HeldCalls<Integer> requests() {
        return requests;
    }

    private void answer(HttpExchange exchange) throws IOException {
        int messages = LoopbackServer.body(exchange).path("messages").size();
        if (!requests.holds(messages)) {
            LoopbackServer.answer(exchange, completion(messages));
        }
    }

    private ObjectNode completion(int messages) {
        ObjectNode completion = JsonNodeFactory.instance.objectNode();
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
        server.close();
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
}
