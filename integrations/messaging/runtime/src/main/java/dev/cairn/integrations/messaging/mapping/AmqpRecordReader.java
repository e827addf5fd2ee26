package dev.cairn.integrations.messaging.mapping;

import java.util.Map;

import org.eclipse.microprofile.reactive.messaging.Message;

import dev.cairn.integrations.messaging.mapping.BrokerRecord.RecordOrigin;
import io.smallrye.reactive.messaging.amqp.IncomingAmqpMetadata;
import io.vertx.core.json.JsonObject;

/** Reads messages of AMQP 1.0; touched only in applications that have its connector. */
final class AmqpRecordReader implements ProtocolRecordReader {

    private final DefaultSource source;

    AmqpRecordReader(String channel) {
        this.source = new DefaultSource("amqp", channel);
    }

    @Override
    public BrokerRecord read(Message<?> message, byte[] body) {
        IncomingAmqpMetadata metadata = message.getMetadata(IncomingAmqpMetadata.class).orElse(null);
        if (metadata == null) {
            return null;
        }
        JsonObject properties = metadata.getProperties();
        CloudEventHeaders headers = new CloudEventHeaders(
                properties == null ? Map.<String, Object>of().entrySet() : properties);
        String address = metadata.getAddress();
        return new BrokerRecord(body, metadata.getContentType(), headers.attributes(), headers.headers(),
                new RecordOrigin(address, metadata.getGroupId(), source.of(address), metadata.getId()));
    }
}
