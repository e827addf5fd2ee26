package dev.cairn.integrations.mcpserver.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;
import io.quarkus.test.common.http.TestHTTPResource;
import io.vertx.core.json.JsonObject;

/** Tools are called with the permissions of the management API. */
class ToolPermissionsTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest().withApplicationRoot(root -> root
            .addClasses(ToolClient.class)
            .addAsResource(new StringAsset("""
                    document: {dsl: '1.0.3', namespace: shop, name: pricing, version: '1.0.0', metadata: {cairn: {mcp: true}}}
                    do:
                      - price: {set: {price: 12}}
                    """), "workflows/pricing.yaml"))
            .overrideConfigKey("quarkus.cairn.management.roles.view", "viewer")
            .overrideConfigKey("quarkus.cairn.management.roles.operate", "operator")
            .overrideConfigKey("quarkus.cairn.management.roles.payload", "auditor")
            .overrideConfigKey("quarkus.http.auth.basic", "true")
            .overrideConfigKey("quarkus.security.users.embedded.enabled", "true")
            .overrideConfigKey("quarkus.security.users.embedded.plain-text", "true")
            .overrideConfigKey("quarkus.security.users.embedded.users.vera", "v")
            .overrideConfigKey("quarkus.security.users.embedded.users.olga", "o")
            .overrideConfigKey("quarkus.security.users.embedded.users.paula", "p")
            .overrideConfigKey("quarkus.security.users.embedded.roles.vera", "viewer")
            .overrideConfigKey("quarkus.security.users.embedded.roles.olga", "operator")
            .overrideConfigKey("quarkus.security.users.embedded.roles.paula", "operator,auditor");

    @TestHTTPResource("/mcp")
    URI server;

    @Test
    void onlyWhoMayOperateStarts() throws IOException, InterruptedException {
        for (String user : new String[] { "vera:v", null }) {
            assertThat(call(user).getBoolean("isError")).as(user).isTrue();
        }
        assertThat(call("olga:o").getBoolean("isError", false)).isFalse();
    }

    @Test
    void aViewerSeesInstancesAndSendsThemNothing() throws IOException, InterruptedException {
        JsonObject instance = new JsonObject().put("instance",
                new JsonObject(ToolClient.text(call("olga:o"))).getString("instance"));

        ToolClient vera = new ToolClient(server, "vera:v");
        assertThat(new JsonObject(ToolClient.text(vera.call("cairn_instance_status", instance))).getString("status"))
                .isEqualTo("completed");
        JsonObject sent = vera.call("cairn_instance_signal", instance.copy().put("type", "any"));
        assertThat(sent.getBoolean("isError")).isTrue();
        assertThat(ToolClient.text(sent)).contains("role");
        assertThat(new ToolClient(server, null).call("cairn_instance_status", instance).getBoolean("isError")).isTrue();
    }

    @Test
    void onlyWhoMayReadPayloadsGetsTheOutput() throws IOException, InterruptedException {
        assertThat(new JsonObject(ToolClient.text(call("olga:o"))).fieldNames()).contains("status").doesNotContain("output");
        assertThat(new JsonObject(ToolClient.text(call("paula:p"))).getJsonObject("output").getInteger("price")).isEqualTo(12);
    }

    @Test
    void onlyWhoMayStartAWorkflowSeesItsTool() throws IOException, InterruptedException {
        assertThat(tools("vera:v")).doesNotContain("\"pricing\"");
        assertThat(tools(null)).doesNotContain("\"pricing\"");
        assertThat(tools("olga:o")).contains("\"pricing\"");
    }

    private JsonObject call(String user) throws IOException, InterruptedException {
        return new ToolClient(server, user).call("pricing", new JsonObject());
    }

    private String tools(String user) throws IOException, InterruptedException {
        return new ToolClient(server, user).ask("tools/list", new JsonObject()).encode();
    }
}
