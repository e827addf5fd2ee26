package dev.cairn.a2a;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.api.CairnClient;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.WorkflowException;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;

/** Workflows call an agent that the reference server of the A2A Java SDK runs. */
@QuarkusTest
class AgentServerTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Inject
    CairnClient cairn;

    @Inject
    ShopAgent shop;

    @TestHTTPResource
    URI agent;

    @ParameterizedTest
    @ValueSource(strings = { "asked", "streamed" })
    void givesTheMessageOfAnAgent(String workflow) {
        assertThat(result(workflow, "hello").at("/parts/0/text").textValue()).isEqualTo("hello yourself");
    }

    @ParameterizedTest
    @ValueSource(strings = { "asked", "streamed" })
    void givesATaskThatIsCompletedAtOnce(String workflow) {
        JsonNode task = result(workflow, "coffee");

        assertThat(task.at("/status/state").textValue()).isEqualTo("completed");
        assertThat(task.at("/artifacts/0/parts/0/text").textValue()).isEqualTo("All about coffee");
    }

    @ParameterizedTest
    @ValueSource(strings = { "asked", "streamed" })
    void waitsForATaskThatTheAgentWorksOn(String workflow) {
        String text = "slow " + workflow;
        InstanceHandle instance = start(workflow, text);
        var result = instance.result().subscribeAsCompletionStage();
        // The message has been sent: its outcome is in the journal with a first question.
        await().atMost(PATIENCE).until(() -> shop.isAtWork(text));
        assertThat(result).isNotDone();
        shop.release(text);

        assertThat(await().atMost(PATIENCE).until(() -> result.getNow(null), task -> task != null)
                .at("/artifacts/0/parts/0/text").textValue()).isEqualTo("All about " + text);
    }

    @ParameterizedTest
    @ValueSource(strings = { "asked", "streamed" })
    void failsWithATask(String workflow) {
        assertThatExceptionOfType(WorkflowException.class).isThrownBy(() -> result(workflow, "sold out"))
                .satisfies(failure -> {
                    assertThat(failure.error().title()).isEqualTo("A2A task failed");
                    assertThat(failure.error().detail()).isEqualTo("Nothing left");
                });
    }

    @Test
    void answersAQuestionOfTheAgent() throws Exception {
        assertThat(result("conversation", "")).isEqualTo(new ObjectMapper().readTree(
                "{\"state\": \"input-required\", \"same\": true, \"answer\": \"All about tea\", \"last\": \"completed\"}"));
    }

    @Test
    void catchesErrorsOfTheAgent() throws Exception {
        assertThat(result("unknown", "")).isEqualTo(new ObjectMapper().readTree(
                "{\"type\": \"communication\", \"status\": 404, \"title\": \"A2A error -32001\"}"));
    }

    private JsonNode result(String workflow, String text) {
        return start(workflow, text).result().await().atMost(PATIENCE);
    }

    private InstanceHandle start(String workflow, String text) {
        Map<String, Object> input = new HashMap<>(Map.of("text", text));
        input.put("uri", agent.toString().replace("localhost", "127.0.0.1").replaceAll("/$", ""));
        return cairn.start(workflow, input).await().atMost(PATIENCE);
    }
}
