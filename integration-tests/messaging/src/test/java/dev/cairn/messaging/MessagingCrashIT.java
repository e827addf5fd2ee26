package dev.cairn.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.crash.harness.KilledApplication;
import dev.cairn.testkit.crash.ChildJvm;

/**
 * An application that gets orders from a broker and sends events of them to a topic, killed with SIGKILL while messages come: between
 * delivery, journal and acknowledgement. {@code -Dmessaging.kills} says how often.
 */
@Tag("crash")
@Tag("messaging")
@Tag("any-jdk")
class MessagingCrashIT {

    private static final Duration PATIENCE = KilledApplication.PATIENCE;
    private static final int MESSAGES_A_LIFE = 300;

    private final int kills = Integer.getInteger("messaging.kills", 3);
    private final int all = MESSAGES_A_LIFE * (kills + 1);
    private final KafkaBroker kafka = new KafkaBroker();
    private final AmqpBroker amqp = new AmqpBroker();
    private final Map<String, String> brokers = new HashMap<>();
    private KafkaRecords records;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    @BeforeEach
    void open() throws Exception {
        brokers.putAll(amqp.start());
        brokers.putAll(kafka.start());
        String servers = brokers.get("kafka.bootstrap.servers");
        try (KafkaTopics topics = new KafkaTopics(servers)) {
            topics.create("orders", 3);
        }
        records = new KafkaRecords(servers);
    }

    @AfterEach
    void close() {
        records.close();
        kafka.close();
        amqp.close();
    }

    @Test
    void losesNoRecordOfKafkaAndTakesNoneTwice() throws Exception {
        takesEachOnce(number -> records.send("orders", "k-" + number,
                "{\"kind\": \"shop.order.paid\", \"number\": " + number + "}"));
    }

    @Test
    void losesNoMessageOfAmqpAndTakesNoneTwice() throws Exception {
        try (AmqpEvents events = new AmqpEvents(Integer.parseInt(brokers.get("amqp-port")), "parcels")) {
            takesEachOnce(
                    number -> events.send("{\"specversion\": \"1.0\", \"type\": \"shop.order.paid\", \"source\": \"/shop\","
                            + " \"id\": \"o-" + number + "\", \"data\": {\"number\": " + number + "}}"));
        }
        assertThat(amqp.deliveries()).as("kills came between delivery and acknowledgement").isGreaterThan(all);
    }

    private void takesEachOnce(IntConsumer send) throws Exception {
        long seed = Long.getLong("messaging.seed", new Random().nextInt(Integer.MAX_VALUE));
        System.out.printf("Messaging crash run: -Dmessaging.seed=%d -Dmessaging.kills=%d%n", seed, kills);
        Random random = new Random(seed);
        KilledApplication application = new KilledApplication(directory, "/relay", Map.of("wanted", all), brokers);
        for (int life = 0; life < kills; life++) {
            try (ChildJvm jvm = application.live()) {
                AtomicInteger sent = new AtomicInteger();
                CompletableFuture<Void> sending = sendSome(life, send, sent);
                int reached = random.nextInt(MESSAGES_A_LIFE);
                await().atMost(PATIENCE).pollInterval(Duration.ofMillis(1 + random.nextInt(50)))
                        .until(() -> sent.get() > reached);
                jvm.kill();
                sending.join();
            }
        }
        try (ChildJvm jvm = application.live()) {
            sendSome(kills, send, new AtomicInteger()).join();
            assertThat(application.output(jvm, PATIENCE)).extracting(JsonNode::asText).doesNotHaveDuplicates().hasSize(all);
            eachHasOneId("shop.relayed.shipped");
            // An instance that was started twice sends two events with different ids.
            eachHasOneId("shop.packed.shipped");
            eachNoticeHasOneKey();
        }
    }

    private static CompletableFuture<Void> sendSome(int life, IntConsumer send, AtomicInteger sent) {
        int first = life * MESSAGES_A_LIFE;
        return CompletableFuture.runAsync(() -> IntStream.range(first, first + MESSAGES_A_LIFE).forEach(number -> {
            send.accept(number);
            sent.incrementAndGet();
        }));
    }

    /** Waits for an event of a type for each order; a repeated one has the id of the first. */
    private void eachHasOneId(String type) {
        await().atMost(PATIENCE).until(() -> idsByOrder(type).size() >= all);
        assertThat(idsByOrder(type)).hasSize(all).allSatisfy((order, ids) -> assertThat(ids).hasSize(1));
    }

    /** Waits for the message of an AsyncAPI call for each order; a repeated one has the idempotency key of the first. */
    private void eachNoticeHasOneKey() {
        await().atMost(PATIENCE).until(() -> keysByNotice().size() >= all);
        assertThat(keysByNotice()).hasSize(all).allSatisfy((notice, keys) -> assertThat(keys).hasSize(1));
    }

    private Map<String, Set<String>> keysByNotice() {
        return records.readAll("parcels.notices").stream().collect(Collectors.groupingBy(ConsumerRecord::value,
                Collectors.mapping(record -> KafkaRecords.header(record, "Idempotency-Key"), Collectors.toSet())));
    }

    private Map<String, Set<String>> idsByOrder(String type) {
        return records.readAll("shipped").stream().filter(record -> type.equals(KafkaRecords.header(record, "ce_type")))
                .collect(Collectors.groupingBy(ConsumerRecord::key,
                        Collectors.mapping(record -> KafkaRecords.header(record, "ce_id"), Collectors.toSet())));
    }
}
