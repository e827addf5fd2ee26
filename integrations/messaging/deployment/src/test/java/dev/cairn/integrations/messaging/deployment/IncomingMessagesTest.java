package dev.cairn.integrations.messaging.deployment;

import static dev.cairn.integrations.messaging.deployment.CollectorWorkflow.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Metadata;
import org.eclipse.microprofile.reactive.messaging.spi.Connector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnClient;
import dev.cairn.api.InstanceHandle;
import dev.cairn.integrations.messaging.health.MessagingReadinessCheck;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.reactive.messaging.ce.OutgoingCloudEventMetadata;
import io.smallrye.reactive.messaging.memory.InMemoryConnector;

/** The messages of a channel become events, and are acknowledged when the journals have them. */
class IncomingMessagesTest {

    private static final String ORDERS = "orders";

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addClasses(CollectorWorkflow.class, HeldStore.class, Meters.class))
            .overrideConfigKey("mp.messaging.incoming.orders.connector", "smallrye-in-memory")
            .overrideConfigKey("quarkus.cairn.messaging.incoming.orders.type", "${ .kind }")
            .overrideConfigKey("quarkus.cairn.messaging.incoming.orders.source", "/shop")
            .overrideConfigKey("quarkus.cairn.messaging.incoming.orders.id", "${ .order.id }")
            .overrideConfigKey("quarkus.cairn.messaging.incoming.orders.subject", "${ .order.customer }")
            .overrideConfigKey("quarkus.cairn.messaging.incoming.orders.max-in-flight", "4")
            .overrideConfigKey("quarkus.cairn.messaging.incoming.orders.max-message-size", "64K");

    /** The registry of the application. */
    public static class Meters {
        @Produces
        @Singleton
        MeterRegistry registry() {
            return new SimpleMeterRegistry();
        }
    }

    @Inject
    CairnClient cairn;

    @Inject
    HeldStore store;

    @Inject
    MeterRegistry meters;

    @Inject
    @Readiness
    MessagingReadinessCheck readiness;

    @Inject
    @Connector("smallrye-in-memory")
    InMemoryConnector connector;

    private final List<Integer> acknowledged = new CopyOnWriteArrayList<>();
    private final List<Throwable> refused = new CopyOnWriteArrayList<>();

    @BeforeEach
    void nothingCounts() {
        acknowledged.clear();
        refused.clear();
    }

    @AfterEach
    void storeIsBack() {
        store.down(false);
        store.release();
    }

    @Test
    void mapsJsonByExpressions() {
        InstanceHandle collector = CollectorWorkflow.listening(cairn, 1);

        send(order(41));

        JsonNode event = CollectorWorkflow.collected(collector).get(0);
        assertThat(event.path("type").textValue()).isEqualTo(CollectorWorkflow.TYPE);
        assertThat(event.path("source").textValue()).isEqualTo("/shop");
        assertThat(event.path("id").textValue()).isEqualTo("41");
        assertThat(event.path("subject").textValue()).isEqualTo("c-41");
        assertThat(event.at("/data/order/id").intValue()).isEqualTo(41);
        await().atMost(PATIENCE).until(() -> acknowledged.size() == 1);
    }

    @Test
    void takesCloudEventsAsTheyAre() {
        InstanceHandle collector = CollectorWorkflow.listening(cairn, 1);
        OutgoingCloudEventMetadata<Object> attributes = OutgoingCloudEventMetadata.builder().withId("e-1")
                .withSource(URI.create("/web")).withType(CollectorWorkflow.TYPE).withExtension("tenant", "t-1").build();

        send(Message.of("{\"n\": 1}", Metadata.of(attributes)));

        JsonNode event = CollectorWorkflow.collected(collector).get(0);
        assertThat(event.path("id").textValue()).isEqualTo("e-1");
        assertThat(event.path("source").textValue()).isEqualTo("/web");
        assertThat(event.path("tenant").textValue()).isEqualTo("t-1");
        assertThat(event.at("/data/n").intValue()).isEqualTo(1);
    }

    @Test
    void refusesMessagesThatAreNoEventsWithTheReason() {
        double before = meters.counter("cairn.messaging.refused", "channel", ORDERS).count();

        send(Message.of("no json"));
        send(Message.of("{\"kind\": null, \"order\": {\"id\": 1}}"));
        send(Message.of("{\"kind\": {}, \"order\": {\"id\": 1}}"));
        send(Message.of("\"" + "x".repeat(64 << 10) + "\""));
        send(Message.of("[".repeat(100_000 / 4) + "]".repeat(100_000 / 4)));
        send(Message.of(new Object()));

        await().atMost(PATIENCE).until(() -> refused.size() == 6);
        assertThat(refused).extracting(Throwable::getMessage).allMatch(reason -> reason.startsWith("CAIRN-0901"))
                .satisfiesExactlyInAnyOrder(
                        reason -> assertThat(reason).contains("Not valid JSON at line 1, column 1"),
                        reason -> assertThat(reason).contains("an event needs type"),
                        reason -> assertThat(reason).contains("the expression for type gives an object"),
                        reason -> assertThat(reason)
                                .contains("its payload, key and headers have 65538 bytes, and 65536 are the maximum"),
                        reason -> assertThat(reason).contains("Not valid JSON. "),
                        reason -> assertThat(reason).contains("its payload is a java.lang.Object"));
        assertThat(acknowledged).isEmpty();
        assertThat(meters.counter("cairn.messaging.refused", "channel", ORDERS).count()).isEqualTo(before + 6);
    }

    @Test
    void acknowledgesNothingBeforeTheJournalHasItAndReceivesNoMoreThanTheLimit() {
        InstanceHandle collector = CollectorWorkflow.listening(cairn, 10);
        double before = meters.counter("cairn.messaging.received", "channel", ORDERS).count();
        store.hold();

        IntStream.range(100, 110).forEach(number -> send(order(number)));

        await().atMost(PATIENCE).until(() -> store.held() > 0);
        assertThat(acknowledged).isEmpty();
        assertThat(meters.counter("cairn.messaging.received", "channel", ORDERS).count()).isEqualTo(before + 4);

        store.release();
        assertThat(CollectorWorkflow.collected(collector)).hasSize(10);
        await().atMost(PATIENCE).until(() -> acknowledged.size() == 10);
    }

    @Test
    void pausesWhileTheStoreIsDownAndGoesOnByItself() {
        InstanceHandle collector = CollectorWorkflow.listening(cairn, 12);
        double before = meters.counter("cairn.messaging.received", "channel", ORDERS).count();
        store.down(true);

        IntStream.range(200, 212).forEach(number -> send(order(number)));

        await().atMost(PATIENCE).until(() -> readiness.call().getStatus() == HealthCheckResponse.Status.DOWN);
        assertThat(readiness.call().getData().orElseThrow().get(ORDERS).toString()).startsWith("paused: ");
        assertThat(acknowledged).isEmpty();
        assertThat(refused).isEmpty();
        assertThat(meters.counter("cairn.messaging.received", "channel", ORDERS).count()).isLessThanOrEqualTo(before + 4);

        store.down(false);
        assertThat(CollectorWorkflow.collected(collector)).hasSize(12);
        await().atMost(PATIENCE).until(() -> acknowledged.size() == 12);
        assertThat(readiness.call().getStatus()).isEqualTo(HealthCheckResponse.Status.UP);
        assertThat(refused).isEmpty();
    }

    private static Message<String> order(int number) {
        return Message.of("{\"kind\": \"" + CollectorWorkflow.TYPE + "\", \"order\": {\"id\": " + number
                + ", \"customer\": \"c-" + number + "\"}}");
    }

    private void send(Message<?> message) {
        connector.source(ORDERS).send(message.withAck(() -> {
            acknowledged.add(1);
            return CompletableFuture.completedFuture(null);
        }).withNack(reason -> {
            refused.add(reason);
            return CompletableFuture.completedFuture(null);
        }));
    }
}
