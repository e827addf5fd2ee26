package dev.cairn.integrations.messaging.mapping;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.event.CloudEventConverter;
import dev.cairn.event.CloudEventJsonInspector;
import dev.cairn.jq.CompiledExpression;
import dev.cairn.jq.ExpressionException;
import dev.cairn.jq.link.ExpressionLinker;
import dev.cairn.value.JqValues;
import dev.cairn.value.JsonCodec;
import dev.cairn.value.ValueException;
import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;

/**
 * Makes events of the messages of a channel: CloudEvents in binary and structured mode as they are, other JSON by the mapping of the
 * channel. Thread-safe.
 */
public final class EventMapper implements MessageMapper {

    private static final String STRUCTURED = "application/cloudevents";
    private static final String STRUCTURED_JSON = "application/cloudevents+json";
    private static final String[] TRACE_CONTEXT = { "traceparent", "tracestate" };

    private final Map<String, CompiledExpression> expressions = new HashMap<>();

    /** Links the mapping of a channel. */
    public EventMapper(EventMappingPlan plan) {
        plan.decoded().forEach((name, expression) -> expressions.put(name,
                ExpressionLinker.link(expression, variable -> scope -> ((MappingBudget) scope).message())));
    }

    @Override
    public MappedEvent event(BrokerRecord record) {
        try {
            String mediaType = mediaType(record.contentType());
            if (mediaType.startsWith(STRUCTURED)) {
                // It may have the attributes as headers too.
                return structured(record, mediaType);
            }
            return record.attributes().isEmpty() ? mapped(record) : binary(record);
        } catch (ValueException | IllegalArgumentException misfit) {
            throw new UnreadableMessageException(misfit.getMessage());
        }
    }

    private static String mediaType(String contentType) {
        return contentType == null ? "" : contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }

    private MappedEvent binary(BrokerRecord record) {
        ObjectNode tree = JsonNodeFactory.instance.objectNode();
        record.attributes().forEach(tree::put);
        if (record.contentType() != null) {
            tree.put("datacontenttype", record.contentType());
        }
        checkVersion(tree);
        CloudEventBuilder builder = CloudEventBuilder.v1(event(tree, record));
        if (record.body() != null && record.body().length > 0) {
            builder.withData(record.body());
        }
        return new MappedEvent(builder.build(), key(record, null, tree));
    }

    private MappedEvent structured(BrokerRecord record, String mediaType) {
        if (!mediaType.equals(STRUCTURED_JSON)) {
            throw new UnreadableMessageException(
                    "it is a CloudEvent in the format " + mediaType + ", and only " + STRUCTURED_JSON + " is read");
        }
        if (!(json(record) instanceof ObjectNode tree)) {
            throw new UnreadableMessageException("a CloudEvent in structured mode is a JSON object");
        }
        checkVersion(tree);
        return new MappedEvent(event(tree, record), key(record, tree, tree));
    }

    private static void checkVersion(ObjectNode tree) {
        String version = tree.path("specversion").asText();
        if (!version.equals(CloudEventJsonInspector.VERSION)) {
            throw new UnreadableMessageException("the version of CloudEvents is \"" + version + "\", and only "
                    + CloudEventJsonInspector.VERSION + " is read");
        }
    }

    private MappedEvent mapped(BrokerRecord record) {
        if (!expressions.containsKey("type")) {
            throw new UnreadableMessageException(
                    "it has no attributes of CloudEvents, and the channel has no mapping for a type");
        }
        JsonNode data = json(record);
        MappingBudget budget = new MappingBudget(message(record));
        ObjectNode tree = JsonNodeFactory.instance.objectNode();
        put(tree, "type", data, budget, null);
        put(tree, "source", data, budget, record.origin().source());
        put(tree, "id", data, budget, record.origin().id());
        put(tree, "subject", data, budget, null);
        tree.put("datacontenttype", "application/json");
        tree.set(CloudEventJsonInspector.DATA, data);
        return new MappedEvent(event(tree, record), key(record, data, tree));
    }

    private static JsonNode json(BrokerRecord record) {
        if (record.body() == null || record.body().length == 0) {
            throw new UnreadableMessageException("it has no payload");
        }
        return JsonCodec.readExact(record.body());
    }

    private void put(ObjectNode tree, String attribute, JsonNode data, MappingBudget budget, String otherwise) {
        String value = expressions.containsKey(attribute) ? evaluate(attribute, data, budget) : otherwise;
        if (value != null) {
            tree.put(attribute, value);
        }
    }

    private String evaluate(String name, JsonNode data, MappingBudget budget) {
        JsonNode value;
        try {
            value = expressions.get(name).evaluate(budget, data);
        } catch (ExpressionException failed) {
            throw new UnreadableMessageException("the expression for " + name + " fails on it: " + failed.getMessage());
        }
        if (value.isContainerNode()) {
            throw new UnreadableMessageException("the expression for " + name + " gives an " + JqValues.typeName(value));
        }
        return value.isNull() ? null : JqValues.scalarText(value);
    }

    /** The key by which messages are ordered; null for none. */
    private String key(BrokerRecord record, JsonNode data, ObjectNode event) {
        if (expressions.containsKey(EventMappingPlan.KEY)) {
            return evaluate(EventMappingPlan.KEY, data == null ? event : data, new MappingBudget(message(record)));
        }
        return record.origin().key() != null ? record.origin().key() : event.path("partitionkey").textValue();
    }

    private static ObjectNode message(BrokerRecord record) {
        ObjectNode message = JsonNodeFactory.instance.objectNode();
        message.put("address", record.origin().address());
        message.put("key", record.origin().key());
        ObjectNode headers = message.putObject("headers");
        record.headers().forEach(headers::put);
        return message;
    }

    /** An event in the trace of its message. */
    static CloudEvent event(ObjectNode tree, BrokerRecord record) {
        for (String name : TRACE_CONTEXT) {
            String value = record.headers().get(name);
            if (value != null && !tree.has(name)) {
                tree.put(name, value);
            }
        }
        String problem = CloudEventJsonInspector.problem(tree);
        if (problem != null) {
            throw new UnreadableMessageException(problem);
        }
        return CloudEventConverter.of(tree);
    }

    /**
     * An event with the key of its message.
     *
     * @param key null for none
     */
    public record MappedEvent(CloudEvent event, String key) {}
}
