package dev.cairn.management;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.value.Json;
import io.quarkus.test.QuarkusDevModeTest;

/** The Dev UI asks the management API by JSON-RPC, and shows the console. */
class DevUiTest {

    private static final int PORT = freePort();
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @RegisterExtension
    static final QuarkusDevModeTest APPLICATION = new QuarkusDevModeTest().withApplicationRoot(root -> root
            .addAsResource(new StringAsset("quarkus.http.port=" + PORT
                    + "\nquarkus.dev-ui.allow-extension-management=false\nquarkus.cairn.file.path=target/dev-ui-" + PORT
                    // Who uses the Dev UI has no roles, and needs none.
                    + "\nquarkus.cairn.management.roles.view=viewer\n"), "application.properties")
            .addAsResource(new StringAsset("""
                    document: {dsl: 1.0.3, namespace: shop, name: orders, version: 1.0.0}
                    do: [{pause: {wait: {hours: 1}}}, {done: {set: {done: true}}}]
                    """), "workflows/orders.yaml"));

    private final BlockingQueue<JsonNode> answers = new LinkedBlockingQueue<>();
    private WebSocket socket;
    private int requests;

    @BeforeEach
    void connect() {
        StringBuilder text = new StringBuilder();
        socket = HttpClient.newHttpClient().newWebSocketBuilder()
                .buildAsync(URI.create("ws://localhost:" + PORT + "/q/dev-ui/json-rpc-ws"), new WebSocket.Listener() {
                    @Override
                    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
                        text.append(part);
                        if (last) {
                            answers.add(Json.read(text.toString()));
                            text.setLength(0);
                        }
                        from.request(1);
                        return null;
                    }
                }).join();
    }

    @AfterEach
    void disconnect() {
        socket.abort();
    }

    private int send(String method, ObjectNode params) {
        ObjectNode request = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0")
                .put("method", "quarkus-cairn_" + method)
                .put("id", ++requests);
        request.set("params", params);
        socket.sendText(request.toString(), true).join();
        return requests;
    }

    /** The next answer to a request that has something in it. */
    private JsonNode answer(int id) throws InterruptedException {
        while (true) {
            JsonNode answer = answers.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(answer).as("an answer to request " + id).isNotNull();
            JsonNode object = answer.at("/result/object");
            if (answer.path("id").asInt() == id && !object.isNull()) {
                assertThat(answer.has("error")).as(answer.toString()).isFalse();
                return Json.read(object.asText());
            }
        }
    }

    private JsonNode ask(String method, String... params) throws InterruptedException {
        return answer(send(method, params(params)));
    }

    private static ObjectNode params(String... namesAndValues) {
        ObjectNode params = JsonNodeFactory.instance.objectNode();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            params.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return params;
    }

    private JsonNode request(String method, String path, String query, String body) throws InterruptedException {
        return ask("request", "method", method, "path", path, "query", query, "body", body);
    }

    /** One test: dev mode takes long to start. */
    @Test
    void isTheManagementApi() throws InterruptedException {
        asksWhatHttpWouldAsk();
        offersTools();
        showsChangesLive();
        hasTheConsoleAsItsPage();
    }

    private void asksWhatHttpWouldAsk() throws InterruptedException {
        JsonNode workflows = request("GET", "/workflows", "", "");
        assertThat(workflows.path("status").asInt()).isEqualTo(200);
        assertThat(workflows.at("/body/workflows/0/workflow").asText()).isEqualTo("shop:orders");
        JsonNode made = request("POST", "/workflows/shop:orders/instances", "", "{\"businessKey\":\"4711\"}");
        assertThat(made.path("status").asInt()).isEqualTo(201);
        JsonNode found = request("GET", "/instances", "{\"businessKey\":\"4711\"}", "");
        assertThat(found.at("/body/instances/0/id")).isEqualTo(made.at("/body/instance"));
        assertThat(request("GET", "/instances", "{\"businesKey\":\"1\"}", "").path("status").asInt()).isEqualTo(400);
        assertThat(request("GET", "/instances", "[]", "").path("status").asInt()).isEqualTo(400);
        assertThat(request("GET", "/nothing", "", "").path("status").asInt()).isEqualTo(404);
        assertThat(request("GET", "/instances/nobody", "", "").path("status").asInt()).isEqualTo(404);
        assertThat(request("POST", "/workflows/orders/instances", "", "{").path("status").asInt()).isEqualTo(400);
        assertThat(request("GET", "/changes", "", "").path("status").asInt()).isEqualTo(400);
    }

    private void offersTools() throws InterruptedException {
        assertThat(ask("listWorkflows").at("/workflows/0/workflow").asText()).isEqualTo("shop:orders");
        assertThat(ask("showWorkflow", "workflow", "orders").at("/source/language").asText()).isEqualTo("yaml");
        String id = ask("startInstance", "workflow", "orders", "input", "{\"order\":7}").path("instance").asText();
        await().atMost(PATIENCE).until(() -> ask("showInstance", "id", id).path("status").asText().equals("waiting"));
        assertThat(ask("showInstance", "id", id).at("/input/order").asInt()).isEqualTo(7);
        assertThat(ask("fireTimer", "id", id, "effect", "/do/0/pause", "reason", "").path("command").asText())
                .isEqualTo("fire");
        await().atMost(PATIENCE).until(() -> ask("showInstance", "id", id).path("status").asText().equals("completed"));
        assertThat(ask("showHistory", "id", id, "cursor", "").path("tasks").findValuesAsText("name"))
                .containsExactly("orders", "pause", "done");
        JsonNode found = ask("findInstances", "workflow", "orders", "status", "completed", "businessKey", "", "limit", "1",
                "cursor", "");
        assertThat(found.path("instances").findValuesAsText("id")).containsExactly(id);
        assertThat(ask("retryInstance", "id", id, "reason", "Why not").path("code").asText()).isEqualTo("CAIRN-0442");
        assertThat(ask("startInstance", "workflow", "orders", "input", "{").path("status").asInt()).isEqualTo(400);
        assertThat(ask("showInstance", "id", "").path("status").asInt()).isEqualTo(400);
    }

    private void showsChangesLive() throws InterruptedException {
        int stream = send("changes", params("workflow", "orders", "instance", "", "tasks", "true"));
        ask("listWorkflows");
        String id = ask("startInstance", "workflow", "orders", "input", "").path("instance").asText();
        JsonNode change = answer(stream);
        assertThat(change.path("event").asText()).isIn("instance", "task");
        assertThat(change.at("/data/instance").asText()).isEqualTo(id);
        socket.sendText("{\"jsonrpc\":\"2.0\",\"method\":\"unsubscribe\",\"id\":" + stream + "}", true).join();
    }

    private static void hasTheConsoleAsItsPage() {
        given().port(PORT).get("/q/dev-ui/quarkus-cairn/qwc-cairn-console.js").then().statusCode(200)
                .body(containsString("class QwcCairnConsole"));
    }

    /** One below those that systems give to whoever connects to something: nobody takes it by chance before dev mode does. */
    private static int freePort() {
        while (true) {
            try (ServerSocket socket = new ServerSocket(ThreadLocalRandom.current().nextInt(20_000, 30_000))) {
                return socket.getLocalPort();
            } catch (BindException e) {
                // Somebody has it: another one.
                continue;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
