package dev.cairn.integrations.messaging.outgoing;

import java.util.ArrayList;
import java.util.List;

import org.eclipse.microprofile.reactive.messaging.Metadata;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.event.CloudEventConverter;
import dev.cairn.integrations.messaging.mapping.ConnectorPresence;
import dev.cairn.integrations.messaging.mapping.KeyExpression;
import dev.cairn.value.JsonCodec;
import io.cloudevents.CloudEvent;
import io.smallrye.reactive.messaging.ce.OutgoingCloudEventMetadata;
import io.smallrye.reactive.messaging.ce.OutgoingCloudEventMetadataBuilder;

/** Writes events as messages of any connector. Thread-safe. */
final class OutgoingMessageWriter {

    static final String STRUCTURED = "application/cloudevents+json; charset=UTF-8";

    private final boolean structured;
    private final KeyExpression key;
    private final List<ProtocolMetadataWriter> protocols = new ArrayList<>();

    OutgoingMessageWriter(OutgoingChannelPlan plan, ConnectorPresence connectors) {
        this.structured = plan.isStructured();
        this.key = plan.getKey() == null ? null : new KeyExpression(plan.getKey());
        if (connectors.kafka()) {
            protocols.add(new KafkaMetadataWriter());
        }
        if (connectors.amqp()) {
            protocols.add(new AmqpMetadataWriter());
        }
        if (connectors.rabbitMq()) {
            protocols.add(new RabbitMqMetadataWriter());
        }
    }

    /** The payload of the message. */
    byte[] payload(CloudEvent event) {
        if (structured) {
            return JsonCodec.writeAsJq(CloudEventConverter.tree(event));
        }
        return event.getData() == null ? new byte[0] : event.getData().toBytes();
    }

    /** Characters of the attributes that the message has as headers; the payload of a structured message has them. */
    long attributeChars(CloudEvent event) {
        if (structured) {
            return 0;
        }
        long chars = chars(event.getId()) + chars(event.getSource()) + chars(event.getType()) + chars(event.getSubject())
                + chars(event.getDataSchema());
        for (String name : event.getExtensionNames()) {
            chars += name.length() + chars(event.getExtension(name));
        }
        return chars;
    }

    private static long chars(Object value) {
        return value == null ? 0 : value.toString().length();
    }

    /**
     * The metadata of the message.
     *
     * @throws RuntimeException if the expression for the key fails
     */
    Metadata metadata(CloudEvent event) {
        List<Object> all = new ArrayList<>();
        String messageKey = key(event);
        if (!structured) {
            all.add(attributes(event));
        }
        protocols.forEach(protocol -> all.add(protocol.of(event, messageKey, structured)));
        return Metadata.of(all.toArray());
    }

    /**
     * The metadata of a message that is no event.
     *
     * @param keyed the value that the expression for the key sees
     * @throws RuntimeException if the expression for the key fails
     */
    Metadata metadata(PublishedMessage message, JsonNode keyed) {
        List<Object> all = new ArrayList<>();
        all.add(message);
        String messageKey = key == null ? null : key.evaluate(keyed);
        protocols.forEach(protocol -> all.add(protocol.of(message, messageKey)));
        return Metadata.of(all.toArray());
    }

    private String key(CloudEvent event) {
        if (key != null) {
            JsonNode tree = CloudEventConverter.tree(event);
            return key.evaluate(tree);
        }
        Object partition = event.getExtension("partitionkey");
        return partition == null ? null : partition.toString();
    }

    /** The content type of the data in binary mode: data without one are JSON. Null for an event that has neither. */
    static String dataContentType(CloudEvent event) {
        return event.getData() != null && event.getDataContentType() == null ? "application/json" : event.getDataContentType();
    }

    private static OutgoingCloudEventMetadata<?> attributes(CloudEvent event) {
        OutgoingCloudEventMetadataBuilder<Object> builder = OutgoingCloudEventMetadata.builder().withId(event.getId())
                .withSource(event.getSource()).withType(event.getType());
        if (event.getSubject() != null) {
            builder.withSubject(event.getSubject());
        }
        if (event.getTime() != null) {
            builder.withTimestamp(event.getTime().toZonedDateTime());
        }
        if (event.getDataSchema() != null) {
            builder.withDataSchema(event.getDataSchema());
        }
        if (event.getData() != null) {
            builder.withDataContentType(dataContentType(event));
        }
        event.getExtensionNames().forEach(name -> builder.withExtension(name, String.valueOf(event.getExtension(name))));
        return builder.build();
    }
}
