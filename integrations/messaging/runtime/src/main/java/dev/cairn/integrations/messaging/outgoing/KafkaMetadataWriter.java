package dev.cairn.integrations.messaging.outgoing;

import java.nio.charset.StandardCharsets;
import java.util.List;

import org.apache.kafka.common.header.internals.RecordHeader;

import io.smallrye.reactive.messaging.kafka.api.OutgoingKafkaRecordMetadata;
import io.smallrye.reactive.messaging.kafka.api.OutgoingKafkaRecordMetadata.OutgoingKafkaRecordMetadataBuilder;

/** Writes the metadata of records of Kafka; touched only in applications that have its connector. */
final class KafkaMetadataWriter {

    private KafkaMetadataWriter() {}

    /** Both may be null. */
    static OutgoingKafkaRecordMetadata<?> write(String key, String contentType) {
        OutgoingKafkaRecordMetadataBuilder<String> builder = OutgoingKafkaRecordMetadata.builder();
        if (key != null) {
            builder.withKey(key);
        }
        if (contentType != null) {
            builder.withHeaders(
                    List.of(new RecordHeader("content-type", contentType.getBytes(StandardCharsets.UTF_8))));
        }
        return builder.build();
    }
}
