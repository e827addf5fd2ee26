package dev.cairn.integrations.messaging.mapping;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.definition.asyncapi.AsyncApiChannel;
import dev.cairn.event.CloudEventJsonInspector;
import dev.cairn.integrations.messaging.mapping.EventMapper.MappedEvent;
import dev.cairn.time.RandomSource;
import dev.cairn.value.JqValues;
import dev.cairn.value.JsonCodec;
import dev.cairn.value.ValueException;

/**
 * Makes events for the subscriptions to a channel of an AsyncAPI document. The data of an event is the message:
 * {@code {payload, headers, correlationId}}.
 */
public final class SubscriptionMapper implements MessageMapper {

    private static final String HEADER = "$message.header#";
    private static final String PAYLOAD = "$message.payload#";
    /** Attributes of CloudEvents are headers of these names, for any protocol. */
    private static final String ATTRIBUTE_PREFIX = "ce_";

    private final String type;
    private final String source;
    private final boolean text;
    private final boolean correlatedByPayload;
    private final JsonPointer correlationId;
    private final RandomSource random = RandomSource.system();

    /** For a channel. */
    public SubscriptionMapper(SubscriptionPlan plan) {
        this.type = AsyncApiChannel.eventType(plan.document(), plan.channel());
        this.source = new DefaultSource("asyncapi", plan.document()).of(plan.channel());
        this.text = plan.contentType().startsWith("text/");
        this.correlatedByPayload = plan.correlationId().startsWith(PAYLOAD);
        this.correlationId = correlatedByPayload ? JsonPointer.compile(plan.correlationId().substring(PAYLOAD.length()))
                : plan.correlationId().startsWith(HEADER) ? JsonPointer.compile(plan.correlationId().substring(HEADER.length()))
                        : JsonPointer.compile("/correlationId");
    }

    @Override
    public MappedEvent event(BrokerRecord record) {
        try {
            ObjectNode event = JsonNodeFactory.instance.objectNode();
            event.put("type", type);
            boolean cloudEvent = record.attributes().containsKey("id") && record.attributes().containsKey("source");
            String origin = record.origin().source() == null ? source : record.origin().source();
            event.put("source", cloudEvent ? record.attributes().get("source") : origin);
            event.put("id", cloudEvent ? record.attributes().get("id") : id(record));
            event.put("datacontenttype", "application/json");
            event.set(CloudEventJsonInspector.DATA, message(record));
            return new MappedEvent(EventMapper.event(event, record),
                    record.origin().key() != null ? record.origin().key() : record.attributes().get("partitionkey"));
        } catch (ValueException | IllegalArgumentException misfit) {
            throw new UnreadableMessageException(misfit.getMessage());
        }
    }

    /** A message without an identity is another one each time it is delivered. */
    private String id(BrokerRecord record) {
        return record.origin().id() == null ? new UUID(random.bits(), random.bits()).toString() : record.origin().id();
    }

    private ObjectNode message(BrokerRecord record) {
        ObjectNode message = JsonNodeFactory.instance.objectNode();
        JsonNode payload = payload(record.body());
        message.set("payload", payload);
        ObjectNode headers = message.putObject("headers");
        record.headers().forEach(headers::put);
        record.attributes().forEach((name, value) -> headers.put(ATTRIBUTE_PREFIX + name, value));
        JsonNode correlated = (correlatedByPayload ? payload : headers).at(correlationId);
        if (correlated.isValueNode() && !correlated.isNull()) {
            message.put("correlationId", JqValues.scalarText(correlated));
        }
        return message;
    }

    private JsonNode payload(byte[] body) {
        if (body == null || body.length == 0) {
            return NullNode.getInstance();
        }
        return text ? TextNode.valueOf(new String(body, StandardCharsets.UTF_8)) : JsonCodec.readExact(body);
    }
}
