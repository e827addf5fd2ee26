package dev.cairn.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;

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
import dev.cairn.api.InstanceStatus;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;

/** AsyncAPI calls reach Kafka by what their document says: connector and topic need no configuration. */
@QuarkusTest
@QuarkusTestResource(KafkaBroker.class)
@QuarkusTestResource(AmqpBroker.class)
@Tag("servers")
@Tag("messaging")
@Tag("any-jdk")
class AsyncApiKafkaTest {

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
    void publishesToTheTopicAndConsumesAnAmountOfAnother() {
        InstanceHandle parcel = cairn.start("parcel", Map.of("parcel", "p-1")).await().atMost(Collectors.PATIENCE);

        ConsumerRecord<String, String> request = records.read("parcels.requests", 1).get(0);
        assertThat(request.value()).isEqualTo("{\"parcel\":\"p-1\"}");
        assertThat(KafkaRecords.header(request, "content-type")).isEqualTo("application/json");
        assertThat(KafkaRecords.header(request, "tenant")).isEqualTo("shop");
        assertThat(KafkaRecords.header(request, "Idempotency-Key")).isEqualTo(parcel.id() + ":/do/0/request");

        Awaitility.await().atMost(Collectors.PATIENCE).until(
                () -> parcel.view().await().atMost(Collectors.PATIENCE).status() == InstanceStatus.WAITING);
        track("p-1", "here");
        track("p-2", "elsewhere");
        track("p-1", "there");

        JsonNode tracks = parcel.result().await().atMost(Collectors.PATIENCE);
        assertThat(tracks.findValuesAsText("at")).containsExactlyInAnyOrder("here", "there");
        assertThat(tracks.findValuesAsText("correlationId")).containsExactly("p-1", "p-1");
    }

    private void track(String parcel, String at) {
        records.send("parcels.tracks", null, "{\"at\": \"" + at + "\"}", "parcel", parcel);
    }
}
