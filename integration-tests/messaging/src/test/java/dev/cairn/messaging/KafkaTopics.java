package dev.cairn.messaging;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** The topics of a broker. */
final class KafkaTopics implements AutoCloseable {

    private final String servers;
    private final Admin admin;

    KafkaTopics(String servers) {
        this.servers = servers;
        this.admin = Admin.create(Map.of("bootstrap.servers", servers));
    }

    String servers() {
        return servers;
    }

    void create(String topic, int partitions) throws InterruptedException, ExecutionException {
        admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1))).all().get();
    }

    /** Number of records of a topic that a group has not acknowledged. */
    long lag(String group, String topic) throws InterruptedException, ExecutionException {
        Map<TopicPartition, OffsetAndMetadata> acknowledged = admin.listConsumerGroupOffsets(group)
                .partitionsToOffsetAndMetadata()
                .get();
        Map<TopicPartition, OffsetSpec> wanted = admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic)
                .partitions().stream().collect(Collectors.toMap(
                        partition -> new TopicPartition(topic, partition.partition()), partition -> OffsetSpec.latest()));
        long lag = 0;
        for (Map.Entry<TopicPartition, Long> end : ends(wanted).entrySet()) {
            OffsetAndMetadata offset = acknowledged.get(end.getKey());
            lag += end.getValue() - (offset == null ? 0 : offset.offset());
        }
        return lag;
    }

    private Map<TopicPartition, Long> ends(Map<TopicPartition, OffsetSpec> wanted)
            throws InterruptedException, ExecutionException {
        return admin.listOffsets(wanted).all().get().entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, end -> end.getValue().offset()));
    }

    @Override
    public void close() {
        admin.close();
    }
}
