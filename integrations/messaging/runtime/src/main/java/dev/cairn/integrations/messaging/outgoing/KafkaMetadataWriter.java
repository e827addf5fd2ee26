package dev.cairn.integrations.messaging.outgoing;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.apache.kafka.common.header.internals.RecordHeader;

import io.cloudevents.CloudEvent;
import io.smallrye.reactive.messaging.kafka.api.OutgoingKafkaRecordMetadata;
import io.smallrye.reactive.messaging.kafka.api.OutgoingKafkaRecordMetadata.OutgoingKafkaRecordMetadataBuilder;

/** Writes the metadata of records of Kafka; touched only in applications that have its connector. */
final class KafkaMetadataWriter implements ProtocolMetadataWriter {

    private static final String CONTENT_TYPE = "content-type";

    /** In binary mode the connector writes the attributes and the content type. */
    @Override
    public OutgoingKafkaRecordMetadata<?> of(CloudEvent event, String key, boolean structured) {
        return metadata(key, structured ? List.of(header(CONTENT_TYPE, OutgoingMessageWriter.STRUCTURED)) : List.of());
    }

    @Override
    public OutgoingKafkaRecordMetadata<?> of(PublishedMessage message, String key) {
        List<RecordHeader> headers = new ArrayList<>();
        if (!message.headers().containsKey(CONTENT_TYPE)) {
            headers.add(header(CONTENT_TYPE, message.contentType()));
        }
        message.headers().forEach((name, value) -> headers.add(header(name, value)));
        return metadata(key, headers);
    }

    private static OutgoingKafkaRecordMetadata<?> metadata(String key, List<RecordHeader> headers) {
        OutgoingKafkaRecordMetadataBuilder<String> builder = OutgoingKafkaRecordMetadata.builder();
        if (key != null) {
            builder.withKey(key);
        }
        return headers.isEmpty() ? builder.build() : builder.withHeaders(headers).build();
    }

    private static RecordHeader header(String name, String value) {
        return new RecordHeader(name, value.getBytes(StandardCharsets.UTF_8));
    }
}
