package dev.cairn.integrations.messaging.deployment;

import static dev.cairn.fluent.Flows.emit;
import static dev.cairn.fluent.Flows.event;
import static dev.cairn.fluent.Flows.flow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import org.eclipse.microprofile.reactive.messaging.Acknowledgment;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.CairnClient;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.Workflow;
import dev.cairn.api.WorkflowException;
import dev.cairn.fluent.Flow;
import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.reactive.messaging.ce.OutgoingCloudEventMetadata;

/** A task that emits is done when the channel has acknowledged its event. */
class OutgoingEventsTest {

    /** A function and an extension with tasks that name the channel. */
    private static final String TELLING = """
            document: {dsl: 1.0.3, namespace: shop, name: telling, version: 1.0.0}
            use:
              functions:
                tell:
                  emit: {event: {with: {type: shop.told, source: /shop}}}
                  metadata: {cairn: {messaging: {channel: shipped}}}
              extensions:
                - audit:
                    extend: call
                    after:
                      - note:
                          emit: {event: {with: {type: shop.noted, source: /shop}}}
                          metadata: {cairn: {messaging: {channel: shipped}}}
            do:
              - first: {call: tell}
            """;

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addClasses(Shipping.class, Carrier.class, CollectorWorkflow.class)
                    .addAsResource(new StringAsset(TELLING), "workflows/telling.yaml"))
            .overrideConfigKey("quarkus.cairn.messaging.outgoing.shipped.types", "shop.*.shipped,shop.lost")
            .overrideConfigKey("quarkus.cairn.messaging.outgoing.shipped.format", "binary");

    @Inject
    CairnClient cairn;

    @Inject
    Carrier carrier;

    @BeforeEach
    void forget() {
        carrier.messages().clear();
    }

    /** Emits an event of the type that its input names. */
    @Workflow(name = "shipping")
    static class Shipping {
        static Flow define() {
            return flow(emit("sent", event("${ .type }").subject("o-1").data("${ .data }")));
        }
    }

    /** Takes the messages of the channel, and answers when the test wants. */
    @ApplicationScoped
    public static class Carrier {
        final List<Message<byte[]>> messages = new CopyOnWriteArrayList<>();

        @Incoming("shipped")
        @Acknowledgment(Acknowledgment.Strategy.MANUAL)
        public CompletionStage<Void> take(Message<byte[]> message) {
            messages().add(message);
            return CompletableFuture.completedFuture(null);
        }

        public List<Message<byte[]>> messages() {
            return messages;
        }
    }

    @Test
    void theTaskIsDoneWhenTheMessageIsAcknowledged() {
        InstanceHandle instance = start("shop.order.shipped");

        await().atMost(CollectorWorkflow.PATIENCE).until(() -> carrier.messages().size() == 1);
        Message<byte[]> message = carrier.messages().get(0);
        assertThat(new String(message.getPayload(), StandardCharsets.UTF_8)).isEqualTo("{\"n\":1}");
        OutgoingCloudEventMetadata<?> attributes = message.getMetadata(OutgoingCloudEventMetadata.class).orElseThrow();
        assertThat(attributes.getType()).isEqualTo("shop.order.shipped");
        assertThat(attributes.getSubject()).contains("o-1");
        assertThat(status(instance)).isNotEqualTo(InstanceStatus.COMPLETED);

        message.ack();
        assertThat(instance.result().await().atMost(CollectorWorkflow.PATIENCE).path("id").textValue())
                .isEqualTo(attributes.getId());
    }

    @Test
    void theTaskFailsIfTheMessageIsRefused() {
        InstanceHandle instance = start("shop.lost");
        await().atMost(CollectorWorkflow.PATIENCE).until(() -> carrier.messages().size() == 1);

        carrier.messages().get(0).nack(new IllegalStateException("the broker is full"));

        assertThatExceptionOfType(WorkflowException.class)
                .isThrownBy(() -> instance.result().await().atMost(CollectorWorkflow.PATIENCE))
                .satisfies(failure -> {
                    assertThat(failure.error().type()).endsWith("/communication");
                    assertThat(failure.error().detail()).contains("shipped").contains("the broker is full");
                });
    }

    @Test
    void otherTypesDoNotGoThere() {
        start("shop.order.placed").result().await().atMost(CollectorWorkflow.PATIENCE);

        assertThat(carrier.messages()).isEmpty();
    }

    @Test
    void tasksOfFunctionsAndExtensionsNameChannelsAsWell() {
        InstanceHandle instance = cairn.start("telling", Map.of()).await().atMost(CollectorWorkflow.PATIENCE);
        for (String type : List.of("shop.told", "shop.noted")) {
            await().atMost(CollectorWorkflow.PATIENCE).until(() -> carrier.messages().size() == 1);
            Message<byte[]> message = carrier.messages().remove(0);
            assertThat(message.getMetadata(OutgoingCloudEventMetadata.class).orElseThrow().getType()).isEqualTo(type);
            message.ack();
        }
        assertThat(instance.result().await().atMost(CollectorWorkflow.PATIENCE)).isNotNull();
    }

    private InstanceHandle start(String type) {
        return cairn.start("shipping", Map.of("type", type, "data", Map.of("n", 1))).await()
                .atMost(CollectorWorkflow.PATIENCE);
    }

    private static InstanceStatus status(InstanceHandle instance) {
        return instance.view().await().atMost(CollectorWorkflow.PATIENCE).status();
    }
}
