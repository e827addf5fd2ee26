package dev.cairn.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import jakarta.inject.Inject;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
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

/** Records of Kafka become events. */
@QuarkusTest
@QuarkusTestResource(KafkaBroker.class)
@QuarkusTestResource(AmqpBroker.class)
@Tag("servers")
@Tag("messaging")
@Tag("any-jdk")
class KafkaIncomingTest {

    private static final String TOPIC = "orders";
    private static final String PLACED = "shop.order.placed";

    @Inject
    CairnClient cairn;

    @ConfigProperty(name = "kafka.bootstrap.servers")
    String servers;

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
    void takesCloudEventsInBinaryMode() {
        InstanceHandle collector = Collectors.listening(cairn, "binary", 1);

        records.send(TOPIC, "k-1", "{\"tenant\": \"binary\"}", "ce_specversion", "1.0", "ce_type", PLACED, "ce_source", "/web",
                "ce_id", "b-1", "ce_subject", "o-1", "ce_time", "2026-11-01T10:00:00Z", "ce_shard", "7", "content-type",
                "application/json");

        JsonNode event = Collectors.collected(collector).get(0);
        assertThat(event.path("id").textValue()).isEqualTo("b-1");
        assertThat(event.path("source").textValue()).isEqualTo("/web");
        assertThat(event.path("subject").textValue()).isEqualTo("o-1");
        assertThat(event.path("shard").textValue()).isEqualTo("7");
        assertThat(event.at("/data/tenant").textValue()).isEqualTo("binary");
    }

    @Test
    void takesCloudEventsInStructuredMode() {
        InstanceHandle collector = Collectors.listening(cairn, "structured", 1);

        records.send(TOPIC, "k-1",
                "{\"specversion\": \"1.0\", \"type\": \"" + PLACED + "\", \"source\": \"/web\", \"id\": \"s-1\","
                        + " \"data\": {\"tenant\": \"structured\"}}",
                "content-type", "application/cloudevents+json; charset=UTF-8");

        JsonNode event = Collectors.collected(collector).get(0);
        assertThat(event.path("id").textValue()).isEqualTo("s-1");
        assertThat(event.at("/data/tenant").textValue()).isEqualTo("structured");
    }

    @Test
    void namesOtherRecordsByTopicPartitionAndOffset() {
        InstanceHandle collector = Collectors.listening(cairn, "plain", 1);

        RecordMetadata sent = records.send(TOPIC, "k-1", "{\"kind\": \"" + PLACED + "\", \"tenant\": \"plain\"}");

        JsonNode event = Collectors.collected(collector).get(0);
        assertThat(event.path("id").textValue()).isEqualTo("orders-" + sent.partition() + "-" + sent.offset());
        assertThat(event.path("source").textValue()).isEqualTo("/kafka/orders/orders");
    }

    @Test
    void takesAnEventThatWasSentTwiceOnce() {
        InstanceHandle collector = Collectors.listening(cairn, "twice", 2);

        for (String id : List.of("t-1", "t-1", "t-2")) {
            records.send(TOPIC, "same", "{\"tenant\": \"twice\"}", "ce_specversion", "1.0", "ce_type", PLACED, "ce_source",
                    "/web", "ce_id", id, "content-type", "application/json");
        }

        assertThat(Collectors.collected(collector).findValuesAsText("id")).containsExactlyInAnyOrder("t-1", "t-2");
    }

    @Test
    void sendsRecordsThatAreNoEventsToTheDeadLetterTopicAndGoesOn() {
        InstanceHandle collector = Collectors.listening(cairn, "after", 1);

        records.send(TOPIC, "same", "no json");
        records.send(TOPIC, "same", "{\"specversion\": \"1.0\", ", "content-type", "application/cloudevents+json");
        records.send(TOPIC, "same", "{}", "ce_specversion", "1.0", "ce_id", "i", "ce_type", PLACED, "ce_source", "not a uri");
        records.send(TOPIC, "same", "{\"kind\": \"" + PLACED + "\", \"tenant\": \"after\"}");

        assertThat(Collectors.collected(collector)).hasSize(1);
        List<ConsumerRecord<String, String>> refused = records.read("orders-refused", 3);
        assertThat(refused).extracting(ConsumerRecord::value).containsExactlyInAnyOrder("no json",
                "{\"specversion\": \"1.0\", ",
                "{}");
        assertThat(refused).extracting(record -> KafkaRecords.header(record, "dead-letter-reason"))
                .allMatch(reason -> reason.startsWith("CAIRN-0901: Message refused [channel=orders]: "))
                .anyMatch(reason -> reason.contains("Not valid JSON")).anyMatch(reason -> reason.contains("source is no URI"));
    }
}
