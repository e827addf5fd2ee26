package dev.cairn.messaging;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Sends records to a broker, and reads them. */
final class KafkaRecords implements AutoCloseable {

    private final String servers;
    private final KafkaProducer<String, String> producer;

    KafkaRecords(String servers) {
        this.servers = servers;
        this.producer = new KafkaProducer<>(Map.of("bootstrap.servers", servers), new StringSerializer(),
                new StringSerializer());
    }

    /** Sends a record, and waits until the broker has it. */
    RecordMetadata send(String topic, String key, String value, String... headers) {
        ProducerRecord<String, String> record = new ProducerRecord<>(topic, key, value);
        for (int i = 0; i < headers.length; i += 2) {
            record.headers().add(headers[i], headers[i + 1].getBytes(StandardCharsets.UTF_8));
        }
        try {
            return producer.send(record).get();
        } catch (Exception failure) {
            throw new IllegalStateException("A record was not sent", failure);
        }
    }

    /** Sends a record without waiting. */
    void sendSoon(String topic, String value) {
        producer.send(new ProducerRecord<>(topic, value));
    }

    /** All records that were sent are with the broker. */
    void flush() {
        producer.flush();
    }

    /** Reads a topic from its start until it has the wanted number of records. */
    List<ConsumerRecord<String, String>> read(String topic, int wanted) {
        List<ConsumerRecord<String, String>> records = new ArrayList<>();
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(Map.of("bootstrap.servers", servers,
                "group.id", UUID.randomUUID().toString(), "auto.offset.reset", "earliest"), new StringDeserializer(),
                new StringDeserializer())) {
            consumer.subscribe(List.of(topic));
            while (records.size() < wanted && System.nanoTime() < deadline) {
                consumer.poll(Duration.ofMillis(200)).forEach(records::add);
            }
        }
        return records;
    }

    /** All records that a topic has now. */
    List<ConsumerRecord<String, String>> readAll(String topic) {
        List<ConsumerRecord<String, String>> records = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(Map.of("bootstrap.servers", servers,
                "isolation.level", "read_uncommitted"), new StringDeserializer(), new StringDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(partition -> new TopicPartition(topic, partition.partition())).toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(partition -> consumer.position(partition) < ends.get(partition))) {
                consumer.poll(Duration.ofMillis(200)).forEach(records::add);
            }
        }
        return records;
    }

    static String header(ConsumerRecord<?, ?> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null ? null : new String(header.value(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        producer.close();
    }
}
