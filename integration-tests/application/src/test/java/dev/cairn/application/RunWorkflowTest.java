package dev.cairn.application;

import static dev.cairn.fluent.Flows.error;
import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.raise;
import static dev.cairn.fluent.Flows.runWorkflow;
import static dev.cairn.fluent.Flows.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnClient;
import dev.cairn.api.InstanceFilter;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.Workflow;
import dev.cairn.api.WorkflowException;
import dev.cairn.fluent.Flow;
import io.quarkus.test.junit.QuarkusTest;

/** Workflows of an application run each other, in every form of authoring. */
@QuarkusTest
class RunWorkflowTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Inject
    CairnClient cairn;

    @Workflow(namespace = "acme", name = "quote")
    static class Quote {
        static Flow define() {
            return flow(
                    runWorkflow("latest", "acme", "price").input(Map.of("quantity", "${ .quantity }"))
                            .exportAs("{latest: .}"),
                    runWorkflow("old", "acme", "price").version("1.0.0").input(Map.of("quantity", 2)),
                    set("both", Map.of("latest", "${ $context.latest }", "old", "${ . }")));
        }
    }

    @Workflow(namespace = "acme", name = "order")
    static class Order {
        static Flow define() {
            return flow(
                    runWorkflow("self", "acme", "order").input(Map.of("last", true)).when(".last | not"),
                    raise("refuse", error("https://acme.example/refused", 409).detail("${ \"last: \\(.last)\" }")));
        }
    }

    @Test
    void getTheirOutput() {
        InstanceHandle quote = cairn.start("quote", Map.of("quantity", 2)).await().atMost(LIMIT);
        JsonNode result = quote.result().await().atMost(LIMIT);

        assertThat(result).hasToString(
                "{\"latest\":{\"amount\":6,\"version\":\"new\"},\"old\":{\"amount\":4,\"version\":\"old\"}}");
        assertThat(quote.resultText().await().atMost(LIMIT)).asString(StandardCharsets.UTF_8).isEqualTo(result.toString());
        assertThat(cairn.find(InstanceFilter.ofWorkflow("acme:price").withAttribute("cairn.parent", quote.id()), 10, null)
                .await().atMost(LIMIT).instances()).hasSize(2)
                .allSatisfy(child -> assertThat(child.status()).isEqualTo(InstanceStatus.COMPLETED));
    }

    @Test
    void getTheirErrors() {
        assertThatExceptionOfType(WorkflowException.class)
                .isThrownBy(
                        () -> cairn.start("order", Map.of()).chain(instance -> instance.resultText()).await().atMost(LIMIT));
        assertThatExceptionOfType(WorkflowException.class)
                .isThrownBy(() -> cairn.start("order", Map.of()).chain(instance -> instance.result()).await().atMost(LIMIT))
                .satisfies(failure -> {
                    assertThat(failure.error().status()).isEqualTo(409);
                    assertThat(failure.error().detail()).isEqualTo("last: true");
                    assertThat(failure.error().instance()).isEqualTo("/do/0/self");
                });
    }
}
