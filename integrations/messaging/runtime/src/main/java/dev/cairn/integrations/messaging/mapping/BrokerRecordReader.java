package dev.cairn.integrations.messaging.mapping;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.eclipse.microprofile.reactive.messaging.Message;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.integrations.messaging.mapping.BrokerRecord.RecordOrigin;
import dev.cairn.value.JsonCodec;
import io.smallrye.reactive.messaging.ce.CloudEventMetadata;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** Reads messages of a channel, of any connector. Thread-safe. */
public final class BrokerRecordReader {

    private final List<ProtocolRecordReader> protocols = new ArrayList<>();

    /** With the connectors that the application has. */
    public BrokerRecordReader(String channel, ConnectorPresence connectors) {
        if (connectors.kafka()) {
            protocols.add(new KafkaRecordReader(channel));
        }
        if (connectors.amqp()) {
            protocols.add(new AmqpRecordReader(channel));
        }
        if (connectors.rabbitMq()) {
            protocols.add(new RabbitMqRecordReader(channel));
        }
    }

    /**
     * Reads a message.
     *
     * @throws UnreadableMessageException if its payload is no text and no bytes
     */
    public BrokerRecord read(Message<?> message) {
        byte[] body = body(message.getPayload());
        BrokerRecord record = record(message, body);
        Optional<CloudEventMetadata<?>> event = cloudEvent(message);
        return event.isEmpty() || !record.attributes().isEmpty() ? record
                : new BrokerRecord(body, event.get().getDataContentType().orElse(null), attributes(event.get()),
                        record.headers(), record.origin());
    }

    private BrokerRecord record(Message<?> message, byte[] body) {
        for (ProtocolRecordReader protocol : protocols) {
            BrokerRecord record = protocol.read(message, body);
            if (record != null) {
                return record;
            }
        }
        return new BrokerRecord(body, null, Map.of(), Map.of(), RecordOrigin.UNKNOWN);
    }

    private static Optional<CloudEventMetadata<?>> cloudEvent(Message<?> message) {
        for (Object metadata : message.getMetadata()) {
            if (metadata instanceof CloudEventMetadata<?> event) {
                return Optional.of(event);
            }
        }
        return Optional.empty();
    }

    private static Map<String, String> attributes(CloudEventMetadata<?> event) {
        Map<String, String> attributes = new HashMap<>();
        event.getExtensions().forEach((name, value) -> attributes.put(name, String.valueOf(value)));
        attributes.put("specversion", event.getSpecVersion());
        putIfPresent(attributes, "id", event.getId());
        putIfPresent(attributes, "source", event.getSource());
        putIfPresent(attributes, "type", event.getType());
        event.getSubject().ifPresent(subject -> attributes.put("subject", subject));
        event.getDataSchema().ifPresent(schema -> attributes.put("dataschema", schema.toString()));
        event.getTimeStamp().ifPresent(time -> attributes.put("time", time.toOffsetDateTime().toString()));
        return attributes;
    }

    private static void putIfPresent(Map<String, String> attributes, String name, Object value) {
        if (value != null) {
            attributes.put(name, value.toString());
        }
    }

    private static byte[] body(Object payload) {
        if (payload == null || payload instanceof byte[]) {
            return (byte[]) payload;
        }
        if (payload instanceof String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        if (payload instanceof Buffer buffer) {
            return buffer.getBytes();
        }
        if (payload instanceof io.vertx.mutiny.core.buffer.Buffer buffer) {
            return buffer.getBytes();
        }
        if (payload instanceof JsonObject object) {
            return object.toBuffer().getBytes();
        }
        if (payload instanceof JsonArray array) {
            return array.toBuffer().getBytes();
        }
        if (payload instanceof JsonNode tree) {
            return JsonCodec.writeAsJq(tree);
        }
        throw new UnreadableMessageException("its payload is a " + payload.getClass().getName()
                + ", and has to be bytes or a text: let the connector deserialize it as bytes");
    }
}
