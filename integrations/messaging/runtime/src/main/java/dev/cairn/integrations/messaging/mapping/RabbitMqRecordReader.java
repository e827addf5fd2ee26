package dev.cairn.integrations.messaging.mapping;

import org.eclipse.microprofile.reactive.messaging.Message;

import dev.cairn.integrations.messaging.mapping.BrokerRecord.RecordOrigin;
import io.smallrye.reactive.messaging.rabbitmq.IncomingRabbitMQMetadata;

/** Reads messages of RabbitMQ; touched only in applications that have its connector. */
final class RabbitMqRecordReader implements ProtocolRecordReader {

    private final DefaultSource source;

    RabbitMqRecordReader(String channel) {
        this.source = new DefaultSource("rabbitmq", channel);
    }

    /** The source has no routing key: a message that comes again by a dead letter exchange may have another one. */
    @Override
    public BrokerRecord read(Message<?> message, byte[] body) {
        IncomingRabbitMQMetadata metadata = message.getMetadata(IncomingRabbitMQMetadata.class).orElse(null);
        if (metadata == null) {
            return null;
        }
        CloudEventHeaders headers = new CloudEventHeaders(metadata.getHeaders().entrySet());
        return new BrokerRecord(body, metadata.getContentType().orElse(null), headers.attributes(), headers.headers(),
                new RecordOrigin(metadata.getRoutingKey(), null, source.of(null), metadata.getMessageId().orElse(null)));
    }
}
