package dev.cairn.integrations.messaging.outgoing;

import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;

import io.cloudevents.CloudEvent;
import io.smallrye.reactive.messaging.rabbitmq.OutgoingRabbitMQMetadata;

/**
 * Writes the metadata of messages of RabbitMQ; touched only in applications that have its connector. The key of a message is no routing
 * key, which has to fit the bindings of an exchange: the channel has that.
 */
final class RabbitMqMetadataWriter implements ProtocolMetadataWriter {

    private static final int PERSISTENT = 2;
    /** AMQP 0-9-1 has the id as a short string. */
    private static final int MAX_ID_BYTES = 255;
    /** As the AMQP binding of CloudEvents has it; the connector knows nothing of CloudEvents. */
    private static final String PREFIX = "cloudEvents:";

    @Override
    public OutgoingRabbitMQMetadata of(CloudEvent event, String key, boolean structured) {
        OutgoingRabbitMQMetadata.Builder builder = builder(event.getId(),
                structured ? OutgoingMessageWriter.STRUCTURED : OutgoingMessageWriter.dataContentType(event));
        if (!structured) {
            event.getAttributeNames().stream().filter(name -> !name.equals("datacontenttype"))
                    .forEach(name -> builder.withHeader(PREFIX + name, text(event.getAttribute(name))));
            event.getExtensionNames().forEach(name -> builder.withHeader(PREFIX + name, text(event.getExtension(name))));
        }
        return builder.build();
    }

    @Override
    public OutgoingRabbitMQMetadata of(PublishedMessage message, String key) {
        OutgoingRabbitMQMetadata.Builder builder = builder(message.id(), message.contentType());
        message.headers().forEach(builder::withHeader);
        return builder.build();
    }

    /** RFC 3339 wants the seconds. */
    private static String text(Object value) {
        return value instanceof OffsetDateTime time ? DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time) : value.toString();
    }

    /** Id and content type may be null. A message with an id that is too long could never be sent, so it has none. */
    private static OutgoingRabbitMQMetadata.Builder builder(String id, String contentType) {
        OutgoingRabbitMQMetadata.Builder builder = OutgoingRabbitMQMetadata.builder().withDeliveryMode(PERSISTENT)
                .withContentType(contentType);
        boolean fits = id != null && id.getBytes(StandardCharsets.UTF_8).length <= MAX_ID_BYTES;
        return fits ? builder.withMessageId(id) : builder;
    }
}
