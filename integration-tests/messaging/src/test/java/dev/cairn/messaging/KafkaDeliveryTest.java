package dev.cairn.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import jakarta.inject.Inject;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnClient;
import dev.cairn.api.InstanceFilter;
import dev.cairn.api.InstanceSummary;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;

/** A temporary failure delays the records of a key and refuses none; a final one refuses its record alone. */
@QuarkusTest
@QuarkusTestResource(KafkaBroker.class)
@QuarkusTestResource(AmqpBroker.class)
@TestProfile(KafkaDeliveryTest.FailingStarts.class)
@Tag("servers")
@Tag("messaging")
@Tag("any-jdk")
class KafkaDeliveryTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String TOPIC = "lanes";
    private static final String REFUSED = "lanes-refused";

    /** With a store that fails starts. */
    public static class FailingStarts implements QuarkusTestProfile {
        @Override
        public Set<Class<?>> getEnabledAlternatives() {
            return Set.of(FailingStartStore.class);
        }
    }

    @Inject
    CairnClient cairn;

    @Inject
    FailingStartStore store;

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
    void keepsTheOrderOfAKeyWhileItsFirstRecordIsTriedAgainAndGoesOnAfterARefusedOne() {
        for (String parcel : List.of("a-1", "a-2", "a-3")) {
            send("a", parcel, "1.5");
        }
        send("b", "b-1", "\"heavy\"");
        send("b", "b-2", "2.5");

        await().atMost(PATIENCE).until(() -> starts().size() == 4);
        assertThat(store.failedStarts()).isEqualTo(FailingStartStore.FAILING_STARTS);
        Map<String, Instant> starts = starts();
        assertThat(starts).containsOnlyKeys("a-1", "a-2", "a-3", "b-2");
        assertThat(starts.get("a-1")).isBeforeOrEqualTo(starts.get("a-2"));
        assertThat(starts.get("a-2")).isBeforeOrEqualTo(starts.get("a-3"));

        ConsumerRecord<String, String> refused = records.read(REFUSED, 1).get(0);
        assertThat(refused.value()).contains("b-1");
        assertThat(KafkaRecords.header(refused, "dead-letter-reason"))
                .startsWith("CAIRN-0901: Message refused [channel=lanes]: ").contains("weight");
        assertThat(records.readAll(REFUSED)).hasSize(1);
    }

    private void send(String key, String parcel, String weight) {
        records.send(TOPIC, key,
                "{\"kind\": \"shop.lane.entered\", \"parcel\": \"" + parcel + "\", \"weight\": " + weight + "}");
    }

    /** The times at which the instances were started, by parcel. */
    private Map<String, Instant> starts() {
        return cairn.findAll(InstanceFilter.ofWorkflow("shop:lane")).collect().asList().await()
                .atMost(PATIENCE).stream()
                .collect(Collectors.toMap(InstanceSummary::businessKey, InstanceSummary::createdAt));
    }
}
