package dev.cairn.integrations.messaging.mapping;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

import org.apache.kafka.common.header.Header;
import org.eclipse.microprofile.reactive.messaging.Message;

import dev.cairn.integrations.messaging.mapping.BrokerRecord.RecordOrigin;
import io.smallrye.reactive.messaging.kafka.api.IncomingKafkaRecordMetadata;

/** Reads records of Kafka; touched only in applications that have its connector. */
final class KafkaRecordReader {

    private static final String PREFIX = "ce_";
    private static final String CONTENT_TYPE = "content-type";

    private KafkaRecordReader() {}

    /**
     * The start of the default source of the events of a channel; the topic follows. Topics of different clusters may have the same
     * name, and so the same offsets.
     */
    static String sourcePrefix(String channel) {
        try {
            return new URI(null, null, "/kafka/" + channel + "/", null).toASCIIString();
        } catch (URISyntaxException impossible) {
            throw new IllegalArgumentException(impossible);
        }
    }

    /** Null if the message does not come from Kafka. */
    static BrokerRecord read(Message<?> message, byte[] body, String sourcePrefix) {
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
                new RecordOrigin(metadata.getTopic(), key(metadata.getKey()), sourcePrefix + metadata.getTopic(), id));
    }

    private static String key(Object key) {
        return key instanceof byte[] bytes ? new String(bytes, StandardCharsets.ISO_8859_1)
                : key == null ? null : key.toString();
    }
}
