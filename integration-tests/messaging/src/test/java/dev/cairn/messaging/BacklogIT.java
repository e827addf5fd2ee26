package dev.cairn.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.crash.harness.KilledApplication;
import dev.cairn.testkit.crash.ChildJvm;

/** A topic with more records than the heap of the application could hold. {@code -Dmessaging.records} says how many. */
@Tag("long")
@Tag("messaging")
@Tag("any-jdk")
class BacklogIT {

    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final int RECORDS = Integer.getInteger("messaging.records", 200_000);
    /** With two kilobytes a record the topic has more bytes than the heap. */
    private static final String PADDING = "x".repeat(2_000);
    private static final int TAKEN_EACH = 200;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    @Test
    void aBacklogDoesNotFillTheHeap() throws Exception {
        try (KafkaBroker kafka = new KafkaBroker();
                AmqpBroker amqp = new AmqpBroker();
                KafkaTopics topics = new KafkaTopics(kafka.open());
                KafkaRecords records = new KafkaRecords(topics.servers())) {
            topics.create("orders", 3);
            Map<String, String> brokers = new HashMap<>(amqp.start());
            brokers.put("kafka.bootstrap.servers", topics.servers());
            KilledApplication application = new KilledApplication(directory, "/relay",
                    Map.of("wanted", RECORDS / TAKEN_EACH), brokers);
            // The relay has to be there before the records are.
            application.live().kill();
            for (int number = 0; number < RECORDS; number++) {
                String kind = number % TAKEN_EACH == 0 ? "shop.order.paid" : "shop.order.seen";
                records.sendSoon("orders",
                        "{\"kind\": \"" + kind + "\", \"number\": " + number + ", \"padding\": \"" + PADDING + "\"}");
            }
            records.flush();
            long began = System.nanoTime();
            try (ChildJvm jvm = application.live()) {
                assertThat(application.output(jvm, PATIENCE)).extracting(JsonNode::asText).doesNotHaveDuplicates()
                        .hasSize(RECORDS / TAKEN_EACH);
                await().atMost(PATIENCE).until(() -> topics.lag("quarkus-cairn-integration-test-messaging", "orders") == 0);
                System.out.printf("Backlog of %d records taken in %.1f s%n", RECORDS, (System.nanoTime() - began) / 1e9);
                jvm.kill();
            }
        }
    }
}
