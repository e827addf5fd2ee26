package dev.cairn.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import jakarta.inject.Inject;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.awaitility.Awaitility;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CairnClient;
import dev.cairn.api.InstanceHandle;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.amqp.AmqpClient;
import io.vertx.amqp.AmqpClientOptions;
import io.vertx.amqp.AmqpMessage;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;

/** Events of workflows go to Kafka and AMQP, and messages of AMQP become events. */
@QuarkusTest
@QuarkusTestResource(KafkaBroker.class)
@QuarkusTestResource(AmqpBroker.class)
@Tag("servers")
@Tag("messaging")
@Tag("any-jdk")
class EventsOutTest {

    @Inject
    CairnClient cairn;

    @Inject
    Vertx vertx;

    @ConfigProperty(name = "kafka.bootstrap.servers")
    String servers;

    @ConfigProperty(name = "amqp-port")
    int amqpPort;

    private KafkaRecords records;

    @BeforeEach
    void connect() {
        records = new KafkaRecords(servers);
    }

    @AfterEach
    void disconnect() {
        records.close();
    }

    @Test
    void sendsWhatIsEmittedToTheChannelsOfItsTypeAndTask() {
        InstanceHandle collector = Collectors.listening(cairn, "loop", 1);

        InstanceHandle shipping = cairn.start("shipping", Map.of("order", "o-1", "tenant", "loop")).await()
                .atMost(Collectors.PATIENCE);
        JsonNode emitted = shipping.result().await().atMost(Collectors.PATIENCE);

        ConsumerRecord<String, String> record = records.read("shipped", 1).get(0);
        assertThat(record.key()).isEqualTo("o-1");
        assertThat(record.value()).isEqualTo("{\"order\":\"o-1\",\"weight\":2.5}");
        assertThat(KafkaRecords.header(record, "ce_type")).isEqualTo("shop.order.shipped");
        assertThat(KafkaRecords.header(record, "ce_source")).isEqualTo("https://shop.example");
        assertThat(KafkaRecords.header(record, "ce_subject")).isEqualTo("o-1");
        assertThat(KafkaRecords.header(record, "ce_id")).isNotBlank();
        assertThat(KafkaRecords.header(record, "content-type")).isEqualTo("application/json");
        JsonNode arrived = Collectors.collected(collector).get(0);
        assertThat(arrived.path("id")).isEqualTo(emitted.path("id"));
        assertThat(arrived.path("source")).isEqualTo(emitted.path("source"));
        assertThat(arrived.path("partitionkey").textValue()).isEqualTo("o-1");
        assertThat(arrived.path("data")).isEqualTo(emitted.path("data"));
    }

    @Test
    void sendsLifecycleEventsInStructuredMode() {
        cairn.start("shipping", Map.of("order", "o-2", "tenant", "none")).chain(InstanceHandle::result).await()
                .atMost(Collectors.PATIENCE);

        ConsumerRecord<String, String> record = records.read("audit", 1).get(0);
        assertThat(KafkaRecords.header(record, "content-type")).startsWith("application/cloudevents+json");
        assertThat(record.value()).contains("\"type\":\"io.serverlessworkflow.workflow.", "\"specversion\":\"1.0\"");
    }

    @Test
    void rejectsAmqpMessagesThatAreNoEventsAndGoesOn() throws Exception {
        InstanceHandle collector = Collectors.listening(cairn, "amqp", 1);
        AmqpClient client = AmqpClient.create(vertx, new AmqpClientOptions().setHost("127.0.0.1").setPort(amqpPort));
        try {
            send(client, "no json", "text/plain");
            send(client, "{no event", "application/cloudevents+json");
            send(client, "{\"specversion\": \"1.0\", \"type\": \"shop.order.placed\", \"source\": \"/amqp\", \"id\": \"a-1\","
                    + " \"data\": {\"tenant\": \"amqp\"}}", "application/cloudevents+json");

            assertThat(Collectors.collected(collector).get(0).path("id").textValue()).isEqualTo("a-1");
            Set<String> refused = ConcurrentHashMap.newKeySet();
            client.createReceiver(AmqpBroker.REFUSED).onSuccess(
                    receiver -> receiver.handler(message -> refused.add(message.bodyAsBinary().toString())));
            Awaitility.await().atMost(Collectors.PATIENCE).until(() -> refused.size() == 2);
            assertThat(refused).containsExactlyInAnyOrder("no json", "{no event");
        } finally {
            client.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
        }
    }

    private static void send(AmqpClient client, String body, String contentType) throws Exception {
        client.createSender("parcels").compose(sender -> sender.sendWithAck(AmqpMessage.create()
                .withBufferAsBody(Buffer.buffer(body)).contentType(contentType).build()).compose(sent -> sender.close()))
                .toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }
}
