package dev.cairn.integrations.messaging.outgoing;

import io.smallrye.reactive.messaging.amqp.OutgoingAmqpMetadata;
import io.smallrye.reactive.messaging.amqp.OutgoingAmqpMetadata.OutgoingAmqpMetadataBuilder;

/** Writes the metadata of messages of AMQP; touched only in applications that have its connector. */
final class AmqpMetadataWriter {

    private AmqpMetadataWriter() {}

    /** The metadata of a message that is no event; the group may be null. */
    static OutgoingAmqpMetadata write(String group, PublishedMessage message) {
        OutgoingAmqpMetadataBuilder builder = OutgoingAmqpMetadata.builder().withDurable(true).withMessageId(message.id())
                .withContentType(message.contentType());
        if (group != null) {
            builder.withGroupId(group);
        }
        message.headers().forEach(builder::withApplicationProperty);
        return builder.build();
    }

    /** Group and content type may be null. */
    static OutgoingAmqpMetadata write(String group, String id, String contentType) {
        OutgoingAmqpMetadataBuilder builder = OutgoingAmqpMetadata.builder().withDurable(true).withMessageId(id);
        if (group != null) {
            builder.withGroupId(group);
        }
        if (contentType != null) {
            builder.withContentType(contentType);
        }
        return builder.build();
    }
}
