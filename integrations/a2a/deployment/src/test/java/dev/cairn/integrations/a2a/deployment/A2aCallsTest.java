package dev.cairn.integrations.a2a.deployment;

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

/** Workflows that call agents with secrets. */
class A2aCallsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final String ASK = """
            document: {dsl: "1.0.3", namespace: shop, name: ask, version: "1.0.0"}
            use: {secrets: [agent]}
            do:
              - ask:
                  call: a2a
                  with:
                    method: message/send
                    parameters: {message: {parts: [{kind: text, text: "${ .text }"}]}}
                    agentCard:
                      endpoint:
                        uri: "${ .uri + \\"/card\\" }"
                        authentication: {bearer: {token: "${ $secrets.agent }"}}
            """;

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addClasses(EchoAgent.class)
                    .addAsResource(new StringAsset(ASK), "workflows/ask.yaml"))
            .overrideRuntimeConfigKey("quarkus.cairn.outbound.allow", "127.0.0.1")
            .overrideRuntimeConfigKey("quarkus.cairn.a2a.poll-delay", "1MS")
            .overrideRuntimeConfigKey("quarkus.cairn.secret.agent.value", "hidden");

    @Inject
    CairnClient cairn;

    private EchoAgent agent;

    @BeforeEach
    void open() throws IOException {
        agent = new EchoAgent();
    }

    @AfterEach
    void close() {
        agent.close();
    }

    @Test
    void sendsCredentialsWithEachRequestAndHidesThem() {
        JsonNode task = result("any");

        assertThat(task.at("/status/state").textValue()).isEqualTo("completed");
        assertThat(task.path("who").textValue()).startsWith("Bearer ").doesNotContain("hidden");
        assertThat(agent.requests).containsExactly("GET Bearer hidden", "message/send Bearer hidden",
                "tasks/get Bearer hidden");
    }

    @Test
    void hidesCredentialsInErrors() {
        assertThatExceptionOfType(WorkflowException.class).isThrownBy(() -> result("fail")).satisfies(failure -> {
            assertThat(failure.error().title()).isEqualTo("A2A task failed");
            assertThat(failure.error().detail()).startsWith("You are Bearer ").doesNotContain("hidden");
        });
    }

    private JsonNode result(String text) {
        return cairn.start("ask", Map.of("text", text, "uri", agent.uri())).await().atMost(PATIENCE).result().await()
                .atMost(PATIENCE);
    }
}
