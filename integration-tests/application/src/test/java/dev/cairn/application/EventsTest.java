package dev.cairn.application;

import static dev.cairn.fluent.Flows.emit;
import static dev.cairn.fluent.Flows.event;
import static dev.cairn.fluent.Flows.events;
import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.listen;
import static dev.cairn.fluent.Flows.one;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnClient;
import dev.cairn.api.EventBus;
import dev.cairn.api.EventBus.PublishResult;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.Workflow;
import dev.cairn.fluent.Flow;
import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;

/** Beans publish events that workflows listen for, and get what workflows emit. */
@QuarkusTest
class EventsTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Inject
    CairnClient cairn;

    @Inject
    Payments payments;

    @ApplicationScoped
    static class Payments {

        private final List<CloudEvent> emitted = new CopyOnWriteArrayList<>();

        @Inject
        EventBus events;

        void watch(@Observes StartupEvent started) {
            events.onEmitted(event -> Uni.createFrom().voidItem().invoke(() -> emitted.add(event)));
        }

        List<CloudEvent> emitted() {
            return emitted;
        }

        Uni<PublishResult> publish(String id, String type, String json) {
            return events.publish(CloudEventBuilder.v1().withId(id).withSource(URI.create("/payments")).withType(type)
                    .withData("application/json", json.getBytes(StandardCharsets.UTF_8)).build());
        }
    }

    @Workflow(namespace = "shop", name = "question")
    static class Answer {
        static Flow define() {
            return flow(
                    listen("asked", one(events("shop.asked").correlate("to", ".data.to", "${ .me }"))),
                    emit("answer", event("shop.answered").subject("${ .[0].to }").data("${ .[0] }")));
        }
    }

    @Test
    void aWorkflowInYamlTakesTheEventOfABeanAndAnswersWithAnother() {
        InstanceHandle instance = listening("payment", Map.of("order", 7));
        payments.publish("1", "shop.payment.received", "{\"order\": 8, \"amount\": 5, \"by\": \"eve\"}").await().atMost(LIMIT);
        payments.publish("2", "shop.payment.received", "{\"order\": 7, \"amount\": 3, \"by\": \"eve\"}").await().atMost(LIMIT);
        payments.publish("3", "shop.payment.received", "{\"order\": 7, \"amount\": 5, \"by\": \"ada\"}").await().atMost(LIMIT);

        assertThat(instance.result().await().atMost(LIMIT).path("data")).hasToString("{\"by\":\"ada\"}");
        assertThat(payments.emitted()).filteredOn(event -> event.getType().equals("shop.receipt")).singleElement()
                .satisfies(event -> {
                    assertThat(event.getSource()).hasToString("/shop/payment/1.0.0");
                    assertThat(new String(event.getData().toBytes(), StandardCharsets.UTF_8)).isEqualTo("{\"by\":\"ada\"}");
                });
    }

    @Test
    void aWorkflowInJavaDoesTheSame() {
        InstanceHandle instance = listening("question", Map.of("me", "bob"));
        payments.publish("1", "shop.asked", "{\"to\": \"bob\"}").await().atMost(LIMIT);

        assertThat(instance.result().await().atMost(LIMIT).path("subject").textValue()).isEqualTo("bob");
        assertThat(payments.emitted()).anyMatch(event -> event.getType().equals("shop.answered"));
    }

    /** An instance whose first task listens does so when its start is acknowledged. */
    private InstanceHandle listening(String workflow, Map<String, ?> input) {
        return cairn.start(workflow, input).await().atMost(LIMIT);
    }
}
