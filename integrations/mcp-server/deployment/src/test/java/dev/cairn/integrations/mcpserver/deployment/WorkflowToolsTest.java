package dev.cairn.integrations.mcpserver.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.api.CairnClient;
import dev.cairn.api.Workflow;
import dev.cairn.api.WorkflowTask;
import dev.cairn.api.mcp.McpTool;
import io.quarkus.test.QuarkusUnitTest;
import io.quarkus.test.common.http.TestHTTPResource;
import io.vertx.core.json.JsonObject;

/** An agent starts workflows, looks at their instances and sends events to them. */
class WorkflowToolsTest {

    private static final String HEAD = "document: {dsl: '1.0.3', namespace: shop, name: %s, version: '1.0.0', summary: Does %1$s%s}\n";
    private static final String TOOL = ", metadata: {cairn: {mcp: true}}";

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest().withApplicationRoot(root -> root
            .addClasses(ToolClient.class, Packing.class, Uploads.class)
            .addAsResource(new StringAsset(HEAD.formatted("pricing", TOOL) + """
                    input:
                      schema:
                        document: {type: object, properties: {count: {type: integer}}, required: [count]}
                    do:
                      - price: {set: {price: '${ .count * 3 }'}}
                    """), "workflows/pricing.yaml")
            .addAsResource(new StringAsset(HEAD.formatted("approval", TOOL) + """
                    do:
                      - wait: {listen: {to: {one: {with: {type: shop.approved}}}}}
                    """), "workflows/approval.yaml")
            .addAsResource(new StringAsset(HEAD.formatted("growing", TOOL) + """
                    do:
                      - grow: {set: {text: '${ "x" * 1100000 }'}}
                    """), "workflows/growing.yaml")
            .addAsResource(new StringAsset(HEAD.formatted("failing", TOOL) + """
                    do:
                      - fail: {raise: {error: {type: 'https://shop.example/sold-out', status: 409, title: Sold out}}}
                    """), "workflows/failing.yaml")
            .addAsResource(new StringAsset(
                    HEAD.formatted("listing", ", metadata: {cairn: {mcp: {name: list_it, description: Lists}}}") + """
                    input: {schema: {document: {type: array}}}
                    do:
                      - count: {set: {count: '${ length }'}}
                    """), "workflows/listing.yaml")
            .addAsResource(new StringAsset(HEAD.formatted("hidden", "") + """
                    do:
                      - wait: {listen: {to: {one: {with: {type: shop.approved}}}}}
                    """), "workflows/hidden.yaml"))
            .overrideRuntimeConfigKey("quarkus.cairn.mcp-server.result-timeout", "200ms");

    @ApplicationScoped
    @Workflow(name = "packing")
    @McpTool(description = "Packs an order")
    static class Packing {
        @WorkflowTask(order = 10)
        String pack(String order) {
            return "packed " + order;
        }
    }

    @Path("/mcp-uploads")
    public static class Uploads {
        @POST
        @Consumes("text/plain")
        public String take(String text) {
            return text;
        }
    }

    @Inject
    CairnClient cairn;

    @TestHTTPResource("/mcp")
    URI server;

    private ToolClient client;

    @BeforeEach
    void connect() throws IOException, InterruptedException {
        client = new ToolClient(server, null);
    }

    @Test
    void listsWorkflowsThatAskForItWithTheirInput() throws IOException, InterruptedException {
        List<JsonObject> tools = client.ask("tools/list", new JsonObject()).getJsonArray("tools").stream()
                .map(JsonObject.class::cast).toList();

        assertThat(tools).extracting(tool -> tool.getString("name")).containsExactlyInAnyOrder("approval",
                "cairn_instance_result", "cairn_instance_signal", "cairn_instance_status", "failing", "growing", "list_it",
                "packing",
                "pricing");
        JsonObject pricing = tools.stream().filter(tool -> tool.getString("name").equals("pricing")).findFirst().orElseThrow();
        assertThat(pricing.getString("description")).isEqualTo("Does pricing");
        assertThat(pricing.getJsonObject("inputSchema").getJsonArray("required").getList()).isEqualTo(List.of("count"));
        JsonObject listing = tools.stream().filter(tool -> tool.getString("name").equals("list_it")).findFirst().orElseThrow();
        assertThat(listing.getString("description")).isEqualTo("Lists");
        assertThat(listing.getJsonObject("inputSchema").getJsonObject("properties").getJsonObject("input").getString("type"))
                .isEqualTo("array");
    }

    @Test
    void givesTheOutputOfAnInstanceThatEnds() throws IOException, InterruptedException {
        JsonObject result = client.call("pricing", new JsonObject().put("count", 4));

        assertThat(result.getBoolean("isError", false)).isFalse();
        JsonObject instance = new JsonObject(ToolClient.text(result));
        assertThat(instance.getString("status")).isEqualTo("completed");
        assertThat(instance.getJsonObject("output").getInteger("price")).isEqualTo(12);
        assertThat(new JsonObject(ToolClient.text(client.call("list_it", new JsonObject("{\"input\": [1, 2, 3]}"))))
                .getJsonObject("output").getInteger("count")).isEqualTo(3);
    }

    @Test
    void aWorkflowInJavaTakesItsInputFromAnArgument() throws IOException, InterruptedException {
        JsonObject packed = new JsonObject(ToolClient.text(client.call("packing", new JsonObject().put("input", "7"))));

        assertThat(packed.getString("output")).isEqualTo("packed 7");
    }

    @Test
    void aBodyThatIsNoJsonIsRefused() throws IOException, InterruptedException {
        assertThat(client.statusOf("text/plain")).isEqualTo(415);
        assertThat(client.statusOf(";")).isEqualTo(415);
        assertThat(client.statusOf("application/json; charset=utf-8")).isEqualTo(200);
    }

    @Test
    void aPathThatMerelyBeginsAsThatOfTheServerTakesAnyBody() throws IOException, InterruptedException {
        HttpResponse<String> answer = HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create(server + "-uploads"))
                .header("Content-Type", "text/plain").POST(BodyPublishers.ofString("a text")).build(), BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("a text");
    }

    @Test
    void aLargeOutputIsLeftOut() throws IOException, InterruptedException {
        JsonObject large = new JsonObject(ToolClient.text(client.call("growing", new JsonObject())));

        assertThat(large.getString("status")).isEqualTo("completed");
        assertThat(large.getString("advice")).contains("bytes");
        assertThat(large.containsKey("output")).isFalse();
    }

    @Test
    void aSuspendedInstanceStandsStill() throws IOException, InterruptedException {
        String id = new JsonObject(ToolClient.text(client.call("approval", new JsonObject()))).getString("instance");
        cairn.instance(id).suspend().await().indefinitely();

        JsonObject result = client.call("cairn_instance_result", new JsonObject().put("instance", id));
        assertThat(result.getBoolean("isError", false)).isFalse();
        assertThat(new JsonObject(ToolClient.text(result)).getString("advice")).contains("stands still");
        cairn.instance(id).cancel().await().indefinitely();
    }

    @ParameterizedTest
    @ValueSource(ints = { 1, 300 })
    void aRepeatedCallWithAKeyFindsItsInstance(int length) throws IOException, InterruptedException {
        JsonObject call = new JsonObject().put("name", "pricing").put("arguments", new JsonObject().put("count", 5))
                .put("_meta", new JsonObject().put("dev.cairn/idempotency-key", "7".repeat(length)));
        JsonObject first = new JsonObject(ToolClient.text(client.ask("tools/call", call)));

        assertThat(new JsonObject(ToolClient.text(client.ask("tools/call", call))).getString("instance"))
                .isEqualTo(first.getString("instance"));
        assertThat(
                new JsonObject(ToolClient.text(client.call("pricing", new JsonObject().put("count", 5)))).getString("instance"))
                .isNotEqualTo(first.getString("instance"));
    }

    @Test
    void givesTheErrorOfAnInstanceThatFails() throws IOException, InterruptedException {
        JsonObject result = client.call("failing", new JsonObject());

        assertThat(result.getBoolean("isError")).isTrue();
        assertThat(new JsonObject(ToolClient.text(result)).getJsonObject("error").getString("type"))
                .isEqualTo("https://shop.example/sold-out");
    }

    @Test
    void tellsWhichArgumentIsWrong() throws IOException, InterruptedException {
        JsonObject refused = client.call("pricing", new JsonObject().put("count", "four"));
        assertThat(refused.getBoolean("isError")).isTrue();
        assertThat(ToolClient.text(refused)).contains("/count: ", "integer").doesNotContain("four");

        refused = client.call("list_it", new JsonObject().put("input", new JsonObject()));
        assertThat(refused.getBoolean("isError")).isTrue();
        assertThat(ToolClient.text(refused)).contains("/input: ", "array");
    }

    @Test
    void anInstanceThatWaitsIsSignalledAndGivesItsResultLater() throws IOException, InterruptedException {
        JsonObject started = new JsonObject(ToolClient.text(client.call("approval", new JsonObject())));
        assertThat(started.getString("advice")).isNotEmpty();
        JsonObject instance = new JsonObject().put("instance", started.getString("instance"));

        JsonObject status = new JsonObject(ToolClient.text(client.call("cairn_instance_status", instance)));
        assertThat(status.getString("workflow")).isEqualTo("shop:approval");
        assertThat(status.getString("status")).isEqualTo(started.getString("status"));
        JsonObject sent = client.call("cairn_instance_signal",
                instance.copy().put("type", "shop.approved").put("data", new JsonObject().put("by", "me")));
        assertThat(sent.getBoolean("isError", false)).as(sent.encode()).isFalse();
        JsonObject result = new JsonObject(ToolClient.text(client.call("cairn_instance_result", instance)));
        assertThat(result.getString("status")).isEqualTo("completed");
        assertThat(result.getJsonArray("output").getJsonObject(0).getString("by")).isEqualTo("me");
        assertThat(client.call("cairn_instance_signal", instance.copy().put("type", "shop.approved")).getBoolean("isError"))
                .as("It has ended").isTrue();
    }

    @Test
    void instancesOfOtherWorkflowsAreOutOfReach() throws IOException, InterruptedException {
        JsonObject hidden = new JsonObject().put("instance", cairn.start("hidden", null).await().indefinitely().id());

        for (String tool : List.of("cairn_instance_status", "cairn_instance_result", "cairn_instance_signal")) {
            JsonObject refused = client.call(tool, hidden.copy().put("type", "shop.approved"));
            assertThat(refused.getBoolean("isError")).as(tool).isTrue();
            assertThat(ToolClient.text(refused)).contains("no such instance");
        }
        assertThat(client.call("cairn_instance_status", new JsonObject().put("instance", "../workflows")).getBoolean("isError"))
                .isTrue();
    }
}
