package dev.cairn.bench.kafka;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** Sends records at a fixed rate. The timestamp of each is the time at which it was due. */
final class PacedProducer implements AutoCloseable {

    private static final long TICK_MICROS = 500;

    private final KafkaProducer<String, String> producer;

    PacedProducer(String servers) {
        producer = new KafkaProducer<>(Map.of("bootstrap.servers", servers, "linger.ms", "0", "acks", "all"),
                new StringSerializer(),
                new StringSerializer());
    }

    /** Sends records; returns how many the broker has acknowledged, and the 99th percentile of the producer's delay in milliseconds. */
    String send(String topic, int perMinute, int count, long run) throws InterruptedException, ExecutionException {
        AtomicInteger acknowledged = new AtomicInteger();
        AtomicInteger open = new AtomicInteger(count);
        CompletableFuture<Void> done = new CompletableFuture<>();
        long[] delays = new long[count];
        long firstMicros = nowMicros();
        for (int number = 0; number < count; number++) {
            long due = firstMicros + number * TimeUnit.MINUTES.toMicros(1) / perMinute;
            await(due);
            delays[number] = nowMicros() - due;
            producer.send(new ProducerRecord<>(topic, null, due / 1_000, null, record(run, number, due)),
                    (metadata, failure) -> {
                        if (failure == null) {
                            acknowledged.incrementAndGet();
                        }
                        if (open.decrementAndGet() == 0) {
                            done.complete(null);
                        }
                    });
        }
        done.get();
        Arrays.sort(delays);
        return String.format(Locale.ROOT, "%d %.3f", acknowledged.get(), delays[(int) (count * 0.99)] / 1e3);
    }

    private static void await(long dueMicros) {
        long early = dueMicros - nowMicros();
        if (early > TICK_MICROS / 2) {
            new CompletableFuture<Void>().completeOnTimeout(null, early, TimeUnit.MICROSECONDS).join();
        }
    }

    private static String record(long run, int number, long dueMicros) {
        return "{\"order_id\":" + run
                + ",\"first_name\":\"Ada\",\"last_name\":\"Martin\",\"address\":{\"city\":\"Lyon\",\"country\":"
                + "\"France\"},\"items\":[{\"product_id\":\"001\",\"name\":\"Apple\",\"quantity\":5,\"price_per_unit\":3.05},"
                + "{\"product_id\":\"002\",\"name\":\"Lamp\",\"quantity\":4,\"price_per_unit\":50}],\"number\":" + number
                + ",\"due_micros\":" + dueMicros + "}";
    }

    private static long nowMicros() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }

    @Override
    public void close() {
        producer.close();
    }
}
