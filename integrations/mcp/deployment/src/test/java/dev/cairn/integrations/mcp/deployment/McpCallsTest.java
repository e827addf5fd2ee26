package dev.cairn.integrations.mcp.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;

import jakarta.inject.Inject;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnClient;
import dev.cairn.api.WorkflowException;
import io.quarkus.test.QuarkusUnitTest;

/** Workflows that call servers with secrets, by HTTP and as programs. */
class McpCallsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final String BY_HTTP = """
            document: {dsl: "1.0.3", namespace: shop, name: by-http, version: "1.0.0"}
            use: {secrets: [tools]}
            do:
              - ask:
                  call: mcp
                  with:
                    method: tools/call
                    parameters: {name: "${ .tool }"}
                    transport:
                      http:
                        endpoint: {uri: "${ .uri }", authentication: {bearer: {token: "${ $secrets.tools }"}}}
            """;

    /** Answers each line with the next message. */
    private static final String BY_PROGRAM = """
            document: {dsl: "1.0.3", namespace: shop, name: by-program, version: "1.0.0"}
            use: {secrets: [tools]}
            do:
              - ask:
                  call: mcp
                  with:
                    method: tools/call
                    parameters: {name: any}
                    transport:
                      stdio:
                        command: sh
                        arguments:
                          - -c
                          - |
                            read initialize
                            echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18"}}'
                            read initialized
                            read call
                            echo '{"jsonrpc":"2.0","id":2,"result":{"isError":'$1',"content":[{"type":"text","text":"I know '$TOKEN'"}]}}'
                            read end
                          - sh
                          - "${ .fails }"
                        environment: {TOKEN: "${ $secrets.tools }"}
            """;

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addClasses(EchoMcpServer.class)
                    .addAsResource(new StringAsset(BY_HTTP), "workflows/by-http.yaml")
                    .addAsResource(new StringAsset(BY_PROGRAM), "workflows/by-program.yaml"))
            .overrideConfigKey("quarkus.cairn.run.allowed", "mcp")
            .overrideRuntimeConfigKey("quarkus.cairn.secret.tools.value", "hidden");

    @Inject
    CairnClient cairn;

    private EchoMcpServer server;

    @BeforeEach
    void open() throws IOException {
        server = new EchoMcpServer();
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void sendsCredentialsByHttpAndHidesThem() {
        assertThat(result("by-http", Map.of("uri", server.uri(), "tool", "any")).path("who").textValue())
                .startsWith("Bearer ").doesNotContain("hidden");
        assertThat(server.authorizations).hasSize(3).containsOnly("Bearer hidden");
        assertThatExceptionOfType(WorkflowException.class)
                .isThrownBy(() -> result("by-http", Map.of("uri", server.uri(), "tool", "fail")))
                .satisfies(failure -> assertThat(failure.error().detail()).startsWith("You are Bearer ")
                        .doesNotContain("hidden"));
    }

    @Test
    void givesAProgramSecretsAndHidesThem() {
        assertThat(result("by-program", Map.of("fails", false)).at("/content/0/text").textValue()).startsWith("I know ")
                .doesNotContain("hidden");
        assertThatExceptionOfType(WorkflowException.class).isThrownBy(() -> result("by-program", Map.of("fails", true)))
                .satisfies(failure -> {
                    assertThat(failure.error().type()).endsWith("/runtime");
                    assertThat(failure.error().detail()).startsWith("I know ").doesNotContain("hidden");
                });
    }

    private JsonNode result(String workflow, Object input) {
        return cairn.start(workflow, input).await().atMost(PATIENCE).result().await().atMost(PATIENCE);
    }
}
