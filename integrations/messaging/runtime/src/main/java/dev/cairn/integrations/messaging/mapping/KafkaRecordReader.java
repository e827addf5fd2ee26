package dev.cairn.integrations.messaging.mapping;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

import org.apache.kafka.common.header.Header;
import org.eclipse.microprofile.reactive.messaging.Message;

import dev.cairn.integrations.messaging.mapping.BrokerRecord.RecordOrigin;
import io.smallrye.reactive.messaging.kafka.api.IncomingKafkaRecordMetadata;

/** Reads records of Kafka; touched only in applications that have its connector. */
final class KafkaRecordReader implements ProtocolRecordReader {

    private static final String PREFIX = "ce_";
    private static final String CONTENT_TYPE = "content-type";

    private final DefaultSource source;

    /** Topics of different clusters may have the same name, and so the same offsets. */
    KafkaRecordReader(String channel) {
        this.source = new DefaultSource("kafka", channel);
    }

    @Override
    public BrokerRecord read(Message<?> message, byte[] body) {
        IncomingKafkaRecordMetadata<?, ?> metadata = message.getMetadata(IncomingKafkaRecordMetadata.class).orElse(null);
        if (metadata == null) {
            return null;
        }
        Map<String, String> attributes = new HashMap<>();
        Map<String, String> headers = new HashMap<>();
        String contentType = null;
        for (Header header : metadata.getHeaders()) {
            if (header.value() == null) {
                continue;
            }
            String name = header.key().toLowerCase(Locale.ROOT);
            String value = new String(header.value(), StandardCharsets.UTF_8);
            if (name.startsWith(PREFIX)) {
                attributes.put(name.substring(PREFIX.length()), value);
            } else if (name.equals(CONTENT_TYPE)) {
                contentType = value;
            } else {
                headers.put(header.key(), value);
            }
        }
        String id = metadata.getTopic() + '-' + metadata.getPartition() + '-' + metadata.getOffset();
        return new BrokerRecord(body, contentType, attributes, headers,
                new RecordOrigin(metadata.getTopic(), key(metadata.getKey()), source.of(metadata.getTopic()), id));
    }

    private static String key(Object key) {
        return key instanceof byte[] bytes ? new String(bytes, StandardCharsets.ISO_8859_1)
                : key == null ? null : key.toString();
    }
}
