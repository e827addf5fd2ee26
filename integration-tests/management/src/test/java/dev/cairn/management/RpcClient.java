package dev.cairn.management;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** Calls methods of the extension as the Dev UI does. For one thread. */
final class RpcClient implements WebSocket.Listener, AutoCloseable {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int MAX_SECONDS = 60;

    private final BlockingQueue<JsonNode> messages = new LinkedBlockingQueue<>();
    private final List<JsonNode> seen = new CopyOnWriteArrayList<>();
    private final StringBuilder begun = new StringBuilder();
    private final WebSocket socket;
    private int lastId;

    RpcClient(int port) {
        this.socket = HttpClient.newHttpClient().newWebSocketBuilder()
                .buildAsync(URI.create("ws://localhost:" + port + "/q/dev-ui/json-rpc-ws"), this).join();
    }

    /** The result of a method, or its error. */
    JsonNode call(String method, Map<String, ?> params) throws Exception {
        int id = send(method, params);
        JsonNode answer = await(message -> message.path("id").asInt(-1) == id);
        return answer.has("error") ? answer : answer.path("result").path("object");
    }

    /** @return id of the subscription */
    int send(String method, Map<String, ?> params) throws Exception {
        int id = ++lastId;
        socket.sendText(
                MAPPER.writeValueAsString(Map.of("jsonrpc", "2.0", "id", id, "method", "quarkus-cairn_" + method, "params",
                        params)),
                true).join();
        return id;
    }

    /** Messages that came so far. */
    List<JsonNode> seen() {
        return List.copyOf(seen);
    }

    /** The next message that is looked for; others are only {@link #seen}. */
    JsonNode await(Predicate<JsonNode> wanted) throws InterruptedException {
        JsonNode message = messages.poll(MAX_SECONDS, TimeUnit.SECONDS);
        while (message != null && !wanted.test(message)) {
            message = messages.poll(MAX_SECONDS, TimeUnit.SECONDS);
        }
        if (message == null) {
            throw new AssertionError("No such message in " + MAX_SECONDS + " s");
        }
        return message;
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        begun.append(data);
        if (last) {
            try {
                JsonNode message = MAPPER.readTree(begun.toString());
                seen.add(message);
                messages.add(message);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            begun.setLength(0);
        }
        from.request(1);
        return null;
    }

    @Override
    public void close() {
        socket.abort();
    }
}
