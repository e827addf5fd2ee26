package dev.cairn.integrations.messaging.outgoing;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.apache.kafka.common.header.internals.RecordHeader;

import io.smallrye.reactive.messaging.kafka.api.OutgoingKafkaRecordMetadata;
import io.smallrye.reactive.messaging.kafka.api.OutgoingKafkaRecordMetadata.OutgoingKafkaRecordMetadataBuilder;

/** Writes the metadata of records of Kafka; touched only in applications that have its connector. */
final class KafkaMetadataWriter {

    private KafkaMetadataWriter() {}

    /** The metadata of a message that is no event; the key may be null. */
    static OutgoingKafkaRecordMetadata<?> write(String key, PublishedMessage message) {
        OutgoingKafkaRecordMetadataBuilder<String> builder = OutgoingKafkaRecordMetadata.builder();
        if (key != null) {
            builder.withKey(key);
        }
        List<RecordHeader> headers = new ArrayList<>();
        if (!message.headers().containsKey("content-type")) {
            headers.add(header("content-type", message.contentType()));
        }
        message.headers().forEach((name, value) -> headers.add(header(name, value)));
        return builder.withHeaders(headers).build();
    }

    private static RecordHeader header(String name, String value) {
        return new RecordHeader(name, value.getBytes(StandardCharsets.UTF_8));
    }

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
