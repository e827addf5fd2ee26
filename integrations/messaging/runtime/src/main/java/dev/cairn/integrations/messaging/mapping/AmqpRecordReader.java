package dev.cairn.integrations.messaging.mapping;

import java.util.HashMap;
import java.util.Map;

import org.eclipse.microprofile.reactive.messaging.Message;

import dev.cairn.integrations.messaging.mapping.BrokerRecord.RecordOrigin;
import io.smallrye.reactive.messaging.amqp.IncomingAmqpMetadata;
import io.vertx.core.json.JsonObject;

/** Reads messages of AMQP 1.0; touched only in applications that have its connector. */
final class AmqpRecordReader {

    /** The prefixes that the AMQP binding of CloudEvents allows. */
    private static final String[] PREFIXES = { "cloudEvents:", "cloudEvents_" };

    private AmqpRecordReader() {}

    /** Null if the message does not come from AMQP. */
    static BrokerRecord read(Message<?> message, byte[] body) {
        IncomingAmqpMetadata metadata = message.getMetadata(IncomingAmqpMetadata.class).orElse(null);
        if (metadata == null) {
            return null;
        }
        Map<String, String> attributes = new HashMap<>();
        Map<String, String> headers = new HashMap<>();
        JsonObject properties = metadata.getProperties();
        if (properties != null) {
            properties.forEach(property -> {
                String attribute = attribute(property.getKey());
                if (property.getValue() != null) {
                    (attribute == null ? headers : attributes).put(attribute == null ? property.getKey() : attribute,
                            property.getValue().toString());
                }
            });
        }
        String address = metadata.getAddress();
        return new BrokerRecord(body, metadata.getContentType(), attributes, headers,
                new RecordOrigin(address, metadata.getGroupId(), address == null ? null : "/amqp/" + address,
                        metadata.getId()));
    }

    private static String attribute(String property) {
        for (String prefix : PREFIXES) {
            if (property.startsWith(prefix)) {
                return property.substring(prefix.length());
            }
        }
        return null;
    }
}
