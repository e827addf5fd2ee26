package dev.cairn.integrations.messaging.deployment;

import static dev.cairn.integrations.messaging.deployment.CollectorWorkflow.PATIENCE;
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
import org.eclipse.microprofile.reactive.messaging.spi.Connector;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnClient;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.InstanceStatus;
import dev.cairn.api.WorkflowException;
import dev.cairn.integrations.messaging.outgoing.PublishedMessage;
import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.reactive.messaging.memory.InMemoryConnector;

/** A call that publishes is done when its message is acknowledged; a subscription consumes the messages of its channel. */
class AsyncApiCallsTest {

    private static final String TRACKS = "tracks-in";

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest().withApplicationRoot(root -> {
        root.addClasses(Depot.class, AsyncApiFiles.class, CollectorWorkflow.class);
        AsyncApiFiles.add(root, "place",
                "operation: place, message: {payload: {order: '${ .order }'}, headers: '${ .headers }'}");
        AsyncApiFiles.add(root, "follow", "operation: follow, subscription: {consume: {amount: 2},"
                + " filter: '.correlationId == $workflow.input.order'}", ", output: {as: 'map(.payload.at)'}");
        AsyncApiFiles.add(root, "until-there", "operation: follow, subscription: {consume: {until: 'any(. == \"there\")'},"
                + " filter: '.payload.order == $workflow.input.order',"
                + " foreach: {item: track, at: number, do: [{note: {set: {place: '${ $track.payload.at }',"
                + " number: '${ $number }'}}}], output: {as: .place}}}");
    }).overrideConfigKey("quarkus.cairn.messaging.asyncapi.shop.tracks.channel", TRACKS)
            .overrideConfigKey("mp.messaging.incoming.tracks-in.connector", "smallrye-in-memory");

    @Inject
    CairnClient cairn;

    @Inject
    Depot depot;

    @Inject
    @Connector("smallrye-in-memory")
    InMemoryConnector connector;

    private final List<String> settled = new CopyOnWriteArrayList<>();

    /** Takes the orders, and answers when the test wants. */
    @ApplicationScoped
    public static class Depot {
        final List<Message<byte[]>> messages = new CopyOnWriteArrayList<>();

        @Incoming("orders")
        @Acknowledgment(Acknowledgment.Strategy.MANUAL)
        public CompletionStage<Void> take(Message<byte[]> message) {
            messages().add(message);
            return CompletableFuture.completedFuture(null);
        }

        public List<Message<byte[]>> messages() {
            return messages;
        }
    }

    @BeforeEach
    void forget() {
        depot.messages().clear();
        settled.clear();
    }

    @Test
    void aPublishedMessageIsAwaitedUntilItIsAcknowledged() {
        Map<String, Object> input = Map.of("order", "o-1", "headers", Map.of("tenant", "t-1", "count", 2));
        InstanceHandle instance = start("place", input);

        Message<byte[]> message = message();
        PublishedMessage published = message.getMetadata(PublishedMessage.class).orElseThrow();
        assertThat(new String(message.getPayload(), StandardCharsets.UTF_8)).isEqualTo("{\"order\":\"o-1\"}");
        assertThat(published.contentType()).isEqualTo("application/json");
        assertThat(published.headers()).containsEntry("tenant", "t-1").containsEntry("count", "2")
                .containsEntry("Idempotency-Key", instance.id() + ":/do/0/act");
        assertThat(status(instance)).isNotEqualTo(InstanceStatus.COMPLETED);

        message.ack();
        assertThat(instance.result().await().atMost(PATIENCE).path("order").textValue()).isEqualTo("o-1");
    }

    @Test
    void aRefusedMessageIsAnErrorOfCommunication() {
        InstanceHandle instance = start("place", Map.of("order", "o-2"));

        message().nack(new IllegalStateException("the broker is full"));

        assertThatExceptionOfType(WorkflowException.class).isThrownBy(() -> instance.result().await().atMost(PATIENCE))
                .satisfies(failure -> {
                    assertThat(failure.error().type()).endsWith("/communication");
                    assertThat(failure.error().detail()).contains("orders").contains("the broker is full");
                });
    }

    @Test
    void headersThatAreNoTextsAreRefused() {
        InstanceHandle instance = start("place", Map.of("order", "o-3", "headers", Map.of("tenant", List.of(1))));

        assertThatExceptionOfType(WorkflowException.class).isThrownBy(() -> instance.result().await().atMost(PATIENCE))
                .satisfies(failure -> {
                    assertThat(failure.error().type()).endsWith("/validation");
                    assertThat(failure.error().detail()).contains("The header tenant is an array");
                });
        assertThat(depot.messages()).isEmpty();
    }

    @Test
    void aSubscriptionConsumesAnAmountOfItsMessages() {
        InstanceHandle instance = listening("follow", "o-4");

        send("{\"order\": \"o-4\", \"at\": \"here\"}");
        send("{\"order\": \"other\", \"at\": \"nowhere\"}");
        send("{\"order\": \"o-4\", \"at\": \"there\"}");

        assertThat(instance.result().await().atMost(PATIENCE)).hasToString("[\"here\",\"there\"]");
        await().atMost(PATIENCE).until(() -> settled.size() == 3);
        assertThat(settled).containsOnly("ack");
    }

    @Test
    void aSubscriptionWorksForEachMessageUntilAConditionHolds() {
        InstanceHandle instance = listening("until-there", "o-5");

        send("{\"order\": \"o-5\", \"at\": \"here\"}");
        send("{\"order\": \"o-5\", \"at\": \"there\"}");

        JsonNode places = instance.result().await().atMost(PATIENCE);
        assertThat(places).hasToString("[\"here\",\"there\"]");
    }

    @Test
    void aMessageThatIsNoJsonIsRefused() {
        send("no json");

        await().atMost(PATIENCE).until(() -> settled.size() == 1);
        assertThat(settled.get(0)).startsWith("CAIRN-0901").contains("Not valid JSON");
    }

    private Message<byte[]> message() {
        await().atMost(PATIENCE).until(() -> depot.messages().size() == 1);
        return depot.messages().get(0);
    }

    private InstanceHandle start(String workflow, Object input) {
        return cairn.start(workflow, input).await().atMost(PATIENCE);
    }

    private InstanceHandle listening(String workflow, String order) {
        InstanceHandle instance = start(workflow, Map.of("order", order));
        await().atMost(PATIENCE).until(() -> status(instance) == InstanceStatus.WAITING);
        return instance;
    }

    private static InstanceStatus status(InstanceHandle instance) {
        return instance.view().await().atMost(PATIENCE).status();
    }

    private void send(String payload) {
        connector.source(TRACKS).send(Message.of(payload).withAck(() -> {
            settled.add("ack");
            return CompletableFuture.completedFuture(null);
        }).withNack(reason -> {
            settled.add(reason.getMessage());
            return CompletableFuture.completedFuture(null);
        }));
    }
}
