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

/** The caller is the same after the time to wait for a result. */
class SlowToolPermissionsTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest().withApplicationRoot(root -> root
            .addClasses(ToolClient.class)
            .addAsResource(new StringAsset("""
                    document: {dsl: '1.0.3', namespace: shop, name: approval, version: '1.0.0', metadata: {cairn: {mcp: true}}}
                    do:
                      - wait: {listen: {to: {one: {with: {type: shop.approved}}}}}
                    """), "workflows/approval.yaml"))
            .overrideRuntimeConfigKey("quarkus.cairn.mcp-server.result-timeout", "100ms")
            .overrideConfigKey("quarkus.cairn.management.roles.operate", "operator")
            .overrideConfigKey("quarkus.cairn.management.roles.payload", "operator")
            .overrideConfigKey("quarkus.http.auth.basic", "true")
            .overrideConfigKey("quarkus.security.users.embedded.enabled", "true")
            .overrideConfigKey("quarkus.security.users.embedded.plain-text", "true")
            .overrideConfigKey("quarkus.security.users.embedded.users.olga", "o")
            .overrideConfigKey("quarkus.security.users.embedded.roles.olga", "operator");

    @TestHTTPResource("/mcp")
    URI server;

    @Test
    void theCallerIsKnownAfterTheTimeout() throws IOException, InterruptedException {
        ToolClient olga = new ToolClient(server, "olga:o");
        JsonObject started = new JsonObject(ToolClient.text(olga.call("approval", new JsonObject())));
        assertThat(started.getString("advice")).contains("goes on");

        JsonObject instance = new JsonObject().put("instance", started.getString("instance"));
        assertThat(
                olga.call("cairn_instance_signal", instance.copy().put("type", "shop.approved")).getBoolean("isError", false))
                .isFalse();
        assertThat(new JsonObject(ToolClient.text(olga.call("cairn_instance_result", instance))).getString("status"))
                .isEqualTo("completed");
    }
}
