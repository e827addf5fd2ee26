package dev.cairn.management;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.value.JsonCodec;
import io.quarkus.test.QuarkusDevModeTest;
import io.restassured.response.Response;

/** The Dev UI has the pages of the console, and methods that answer them and an assistant. */
class DevUiTest {

    private static final int PORT = DevModePorts.free();
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Map<String, String> NONE = Map.of();
    private static final String ORDERS = """
            document: {dsl: 1.0.3, namespace: shop, name: orders, version: 1.0.0}
            do: [{pause: {wait: {hours: 1}}}, {done: {listen: {to: {one: {with: {type: paid}}}}}}]
            """;

    @RegisterExtension
    static final QuarkusDevModeTest APPLICATION = new QuarkusDevModeTest().withApplicationRoot(root -> root
            .addAsResource(new StringAsset("quarkus.http.port=" + PORT
                    + "\nquarkus.dev-ui.allow-extension-management=false\nquarkus.cairn.file.path=target/dev-ui-" + PORT
                    // HTTP asks for a role that no user has; the developer needs none in the Dev UI.
                    + "\nquarkus.cairn.management.roles.view=viewer\n"), "application.properties")
            .addAsResource(new StringAsset(ORDERS), "workflows/orders.yaml"));

    /** One test: dev mode takes long to start. */
    @Test
    void isTheManagementApi() throws Exception {
        servesComponents();
        try (RpcClient client = new RpcClient(PORT)) {
            String id = showsChangesLive(client);
            answersPages(client, id);
            offersTools(client, id);
            evaluatesExpressions(client);
            checksWhoSurvives(client);
        }
    }

    private static void servesComponents() {
        Response app = get("/q/dev-ui/cairn-console/app.js");
        assertThat(app.contentType()).startsWith("text/javascript");
        assertThat(app.asString()).contains("customElements.define('cairn-app'");
        assertThat(get("/q/dev-ui/cairn-console/core/rpc-source.js").asString()).contains("class RpcSource");
        assertThat(get("/q/dev-ui/cairn-console/missing.js").statusCode()).isEqualTo(404);
        assertThat(get("/q/dev-ui/cairn-console/..%2fapplication.properties").asString()).doesNotContain("roles.view");
        assertThat(get("/q/dev-ui/quarkus-cairn/qwc-cairn-workflows.js").asString()).contains("qwc-cairn-workflows");
        assertThat(get("/q/cairn/api/v1/workflows").statusCode()).isIn(401, 403);
    }

    /** @return the id of an instance that waits for its first timer */
    private static String showsChangesLive(RpcClient client) throws Exception {
        int changes = client.send("changes", Map.of("query", "workflow=shop:orders", "lastEventId", ""));
        // A client with the first block is subscribed.
        client.await(
                message -> message.path("id").asInt() == changes && message.at("/result/object").asText().contains("id: "));
        String id = client.call("startInstance", Map.of("workflow", "orders", "input", "{\"total\": 9007199254740993}",
                "businessKey", "4711")).path("instance").asText();
        assertThat(id).isNotEmpty();
        await().atMost(PATIENCE).until(() -> status(client, id).equals("waiting"));
        assertThat(client.seen()).anyMatch(message -> message.path("id").asInt() == changes
                && message.at("/result/object").asText().contains(id));
        return id;
    }

    private static String status(RpcClient client, String id) throws Exception {
        return client.call("showInstance", Map.of("id", id)).path("status").asText();
    }

    /** The answers that pages get are texts, so that none of their numbers is changed on the way. */
    private static void answersPages(RpcClient client, String id) throws Exception {
        JsonNode shown = request(client, "GET", "/instances/" + id, "", "");
        assertThat(shown.path("status").asInt()).isEqualTo(200);
        assertThat(shown.path("body").asText()).contains("9007199254740993");
        assertThat(JsonCodec.read(request(client, "GET", "/instances", "businessKey=4711", "").path("body").asText())
                .at("/instances/0/id").asText()).isEqualTo(id);

        JsonNode refused = request(client, "GET", "/instances", "statsu=waiting", "");
        assertThat(refused.path("status").asInt()).isEqualTo(400);
        assertThat(refused.path("body").asText()).contains("There is no parameter statsu");
        assertThat(request(client, "GET", "/nothing", "", "").path("status").asInt()).isEqualTo(404);
        assertThat(request(client, "POST", "/workflows/orders/instances", "", "{").path("status").asInt()).isEqualTo(400);
        assertThat(request(client, "GET", "/changes", "", "").path("status").asInt()).isEqualTo(406);

        assertThat(
                request(client, "POST", "/instances/" + id + "/suspend", "", "{\"reason\":\"A look\"}").path("status").asInt())
                .isEqualTo(200);
        assertThat(request(client, "GET", "/instances/" + id + "/commands", "", "").path("body").asText())
                .contains("\"principal\":\"dev-ui\"", "A look");
        client.call("resumeInstance", Map.of("id", id));
    }

    private static JsonNode request(RpcClient client, String method, String path, String query, String body) throws Exception {
        return client.call("request", Map.of("method", method, "path", path, "query", query, "body", body));
    }

    private static void offersTools(RpcClient client, String id) throws Exception {
        assertThat(client.call("listWorkflows", NONE).at("/workflows/0/workflow").asText()).isEqualTo("shop:orders");
        assertThat(client.call("showWorkflow", Map.of("workflow", "orders")).at("/source/language").asText()).isEqualTo("yaml");
        assertThat(
                client.call("findInstances", Map.of("workflow", "orders", "status", "waiting")).at("/instances/0/id").asText())
                .isEqualTo(id);
        assertThat(client.call("fireTimer", Map.of("id", id, "effect", "/do/0/pause")).path("command").asText())
                .isEqualTo("fire");
        await().atMost(PATIENCE).until(() -> client.call("showHistory", Map.of("id", id)).path("tasks").findValuesAsText("name")
                .contains("done"));
        assertThat(client.call("showInstance", Map.of("id", "unknown")).path("detail").asText())
                .contains("There is no such instance");
        assertThat(client.call("showInstance", Map.of("id", "")).path("status").asInt()).isEqualTo(404);
        assertThat(client.call("startInstance", Map.of("workflow", "orders", "input", "{")).path("status").asInt())
                .isEqualTo(400);
        assertThat(client.call("retryInstance", Map.of("id", id)).path("code").asText()).isEqualTo("CAIRN-0442");
    }

    private static void evaluatesExpressions(RpcClient client) throws Exception {
        JsonNode sum = client.call("evaluateExpression",
                Map.of("expression", "${ .a + $context.b }", "input", "{\"a\": 1}", "variables", "{\"context\": {\"b\": 2}}"));
        assertThat(sum.path("result").asText()).isEqualTo("3");
        JsonNode list = client.call("evaluateExpression",
                Map.of("expression", "[range(1000)] | length", "input", "", "variables", ""));
        assertThat(list.path("steps").asLong()).isBetween(1_000L, 10_000L);
        JsonNode misspelt = client.call("evaluateExpression",
                Map.of("expression", ".a | lenght", "input", "{}", "variables", ""));
        assertThat(misspelt.at("/error/offset").asInt()).isEqualTo(5);
        JsonNode endless = client.call("evaluateExpression",
                Map.of("expression", "[range(1e12)] | length", "input", "", "variables", ""));
        assertThat(endless.at("/error/message").asText()).isNotEmpty();
    }

    /** The order has passed its first timer. */
    private static void checksWhoSurvives(RpcClient client) throws Exception {
        assertThat(client.call("checkSurvival", NONE).at("/versions/0/counts").toString()).isEqualTo("{\"unchanged\":1}");

        APPLICATION.modifyResourceFile("workflows/orders.yaml", yaml -> yaml.replace("pause:", "rest:"));
        // Quarkus reloads with the next request, and closes the connections of before.
        get("/");
        try (RpcClient reloaded = new RpcClient(PORT)) {
            JsonNode version = reloaded.call("checkSurvival", NONE).at("/versions/0");
            assertThat(version.path("counts").toString()).isEqualTo("{\"misfit\":1}");
            assertThat(version.at("/stopped/0/task").asText()).isEqualTo("/do/0/pause");
            assertThat(version.at("/stopped/0/reason").asText()).contains("/do/0/rest");
        }
    }

    private static Response get(String path) {
        return given().port(PORT).urlEncodingEnabled(false).get(path);
    }
}
