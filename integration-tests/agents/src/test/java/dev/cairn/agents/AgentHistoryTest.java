package dev.cairn.agents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnClient;
import dev.cairn.api.EventBus;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.StartRequest;
import dev.cairn.api.TaskRun;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;

/** The history of an agent has each turn of its model and each tool, and the refund waits for a person. */
@QuarkusTest
@QuarkusTestResource(ModelServer.Resource.class)
@Tag("any-jdk")
class AgentHistoryTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Inject
    CairnClient cairn;

    @Inject
    EventBus events;

    @Test
    void hasEachTurnWithItsTokens() throws IOException {
        InstanceHandle instance = cairn.start(StartRequest.of("support").withInput(Map.of("question", "Where is my order?")))
                .await().atMost(PATIENCE);
        events.publish(
                CloudEventBuilder.v1().withId(instance.id()).withSource(URI.create("/desk")).withType("shop.refund.approved")
                        .withDataContentType("application/json").withData("{\"order\": \"1\"}".getBytes(StandardCharsets.UTF_8))
                        .build())
                .await().atMost(PATIENCE);
        instance.resultText().await().atMost(PATIENCE);

        List<TaskRun> tasks = instance.history(100, null).await().atMost(PATIENCE).tasks();
        assertThat(tasks).filteredOn(task -> task.name().equals("ask"))
                .extracting(task -> task.output().path("tokens").intValue())
                .containsExactly(ModelServer.TOKENS_A_TURN, 2 * ModelServer.TOKENS_A_TURN, 3 * ModelServer.TOKENS_A_TURN,
                        4 * ModelServer.TOKENS_A_TURN);
        assertThat(tasks).filteredOn(task -> task.task().contains("/tools/") && !task.kind().equals("switch"))
                .extracting(TaskRun::name).as("the first arguments are JSON, and no object")
                .containsExactly("unknown", "remember", "find", "remember", "approval", "refund", "remember");
    }
}
