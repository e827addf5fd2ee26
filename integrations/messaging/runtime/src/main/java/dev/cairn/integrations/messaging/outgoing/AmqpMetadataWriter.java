package dev.cairn.integrations.messaging.outgoing;

import io.cloudevents.CloudEvent;
import io.smallrye.reactive.messaging.amqp.OutgoingAmqpMetadata;
import io.smallrye.reactive.messaging.amqp.OutgoingAmqpMetadata.OutgoingAmqpMetadataBuilder;

/** Writes the metadata of messages of AMQP 1.0; touched only in applications that have its connector. */
final class AmqpMetadataWriter implements ProtocolMetadataWriter {

    /** In binary mode the connector writes the attributes. */
    @Override
    public OutgoingAmqpMetadata of(CloudEvent event, String key, boolean structured) {
        return builder(key, event.getId(), structured ? OutgoingMessageWriter.STRUCTURED : event.getDataContentType()).build();
    }

    @Override
    public OutgoingAmqpMetadata of(PublishedMessage message, String key) {
        OutgoingAmqpMetadataBuilder builder = builder(key, message.id(), message.contentType());
        message.headers().forEach(builder::withApplicationProperty);
        return builder.build();
    }

    /** Group and content type may be null. */
    private static OutgoingAmqpMetadataBuilder builder(String group, String id, String contentType) {
        OutgoingAmqpMetadataBuilder builder = OutgoingAmqpMetadata.builder().withDurable(true).withMessageId(id);
        if (group != null) {
            builder.withGroupId(group);
        }
        if (contentType != null) {
            builder.withContentType(contentType);
        }
        return builder;
    }
}
