package dev.cairn.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.testkit.crash.ChildJvm;

/**
 * An application that relays events from one topic to another, killed with SIGKILL while records come: between poll, journal and
 * acknowledgement. {@code -Dmessaging.kills} says how often.
 */
@Tag("crash")
@Tag("messaging")
@Tag("any-jdk")
class MessagingCrashIT {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int RECORDS_A_LIFE = 300;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    @Test
    void losesNoRecordAndTakesNoneTwice() throws Exception {
        int kills = Integer.getInteger("messaging.kills", 3);
        long seed = Long.getLong("messaging.seed", new Random().nextInt(Integer.MAX_VALUE));
        System.out.printf("Messaging crash run: -Dmessaging.seed=%d -Dmessaging.kills=%d%n", seed, kills);
        Random random = new Random(seed);
        int all = RECORDS_A_LIFE * (kills + 1);
        Path log = directory.resolve("log");
        try (KafkaBroker broker = new KafkaBroker();
                KafkaTopics topics = new KafkaTopics(broker.open());
                RelayApplication application = new RelayApplication(directory, topics.servers(), all);
                KafkaRecords records = new KafkaRecords(topics.servers())) {
            topics.create("orders", 3);
            int sent = 0;
            for (int life = 0; life <= kills; life++) {
                try (ChildJvm jvm = ChildJvm.start(application.command(), log)) {
                    jvm.awaitReady(PATIENCE);
                    int first = sent;
                    sent += RECORDS_A_LIFE;
                    CompletableFuture<Void> sending = CompletableFuture.runAsync(
                            () -> IntStream.range(first, first + RECORDS_A_LIFE).forEach(number -> send(records, number)));
                    if (life < kills) {
                        int reached = first + random.nextInt(RECORDS_A_LIFE);
                        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(1 + random.nextInt(50)))
                                .until(() -> records.sent() > reached);
                        jvm.kill();
                        sending.join();
                    } else {
                        sending.join();
                        List<String> relayed = application.relayed(PATIENCE);
                        assertThat(relayed).doesNotHaveDuplicates().hasSize(all);
                        eachHasOneId(records, all, "shop.relayed.shipped");
                        // An instance that was started twice sends two events with different ids.
                        eachHasOneId(records, all, "shop.packed.shipped");
                        eachNoticeHasOneKey(records, all);
                    }
                }
            }
        }
    }

    private static void send(KafkaRecords records, int number) {
        records.send("orders", "k-" + number, "{\"kind\": \"shop.order.paid\", \"number\": " + number + "}");
    }

    /** Waits for an event of a type for each order; a repeated one has the id of the first. */
    private static void eachHasOneId(KafkaRecords records, int all, String type) {
        await().atMost(PATIENCE).until(() -> idsByOrder(records, type).size() >= all);
        assertThat(idsByOrder(records, type)).hasSize(all).allSatisfy((order, ids) -> assertThat(ids).hasSize(1));
    }

    /** Waits for the message of an AsyncAPI call for each order; a repeated one has the idempotency key of the first. */
    private static void eachNoticeHasOneKey(KafkaRecords records, int all) {
        await().atMost(PATIENCE).until(() -> keysByNotice(records).size() >= all);
        assertThat(keysByNotice(records)).hasSize(all).allSatisfy((notice, keys) -> assertThat(keys).hasSize(1));
    }

    private static Map<String, Set<String>> keysByNotice(KafkaRecords records) {
        return records.readAll("parcels.notices").stream().collect(Collectors.groupingBy(ConsumerRecord::value,
                Collectors.mapping(record -> KafkaRecords.header(record, "Idempotency-Key"), Collectors.toSet())));
    }

    private static Map<String, Set<String>> idsByOrder(KafkaRecords records, String type) {
        return records.readAll("shipped").stream().filter(record -> type.equals(KafkaRecords.header(record, "ce_type")))
                .collect(Collectors.groupingBy(ConsumerRecord::key,
                        Collectors.mapping(record -> KafkaRecords.header(record, "ce_id"), Collectors.toSet())));
    }
}
