package dev.cairn.event;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.value.BodyMediaType;
import dev.cairn.value.JqValues;
import dev.cairn.value.ValueException;
import io.cloudevents.CloudEvent;
import io.cloudevents.CloudEventData;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.cloudevents.core.data.BytesCloudEventData;

/** Converts events of the SDK to JSON and back. */
public final class CloudEventConverter {

    static {
        CloudEventSdk.prepare();
    }

    private CloudEventConverter() {}

    /**
     * An event as JSON, in canonical form.
     *
     * @throws IllegalArgumentException if it is no event that could be sent, or its data are not what its content type says
     */
    public static JsonNode tree(CloudEvent event) {
        ObjectNode tree = JsonNodeFactory.instance.objectNode();
        tree.put("specversion", CloudEventJsonInspector.VERSION);
        event.getAttributeNames().stream().filter(name -> !name.equals("specversion"))
                .forEach(name -> put(tree, name, event.getAttribute(name)));
        event.getExtensionNames().forEach(name -> put(tree, name, event.getExtension(name)));
        CloudEventData data = event.getData();
        if (data instanceof JsonEventData known) {
            tree.set(CloudEventJsonInspector.DATA, known.tree());
        } else if (data != null && data.toBytes().length > 0) {
            put(tree, event.getDataContentType(), data.toBytes());
        }
        String problem = CloudEventJsonInspector.problem(tree);
        if (problem != null) {
            throw new IllegalArgumentException(problem);
        }
        return JqValues.canonical(tree);
    }

    private static void put(ObjectNode tree, String name, Object value) {
        if (value instanceof Boolean truth) {
            tree.put(name, truth);
        } else if (value instanceof Integer number) {
            tree.put(name, number);
        } else if (value instanceof OffsetDateTime time) {
            tree.put(name, DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time));
        } else if (value instanceof byte[] bytes) {
            tree.put(name, Base64.getEncoder().encodeToString(bytes));
        } else if (value != null) {
            tree.put(name, value.toString());
        }
    }

    private static void put(ObjectNode tree, String contentType, byte[] bytes) {
        try {
            if (CloudEventJsonInspector.isJson(contentType)) {
                tree.set(CloudEventJsonInspector.DATA, BodyMediaType.of(contentType).decodeJson(bytes));
            } else {
                String text = text(CloudEventJsonInspector.charset(contentType), bytes);
                if (text == null) {
                    tree.put(CloudEventJsonInspector.BINARY, Base64.getEncoder().encodeToString(bytes));
                } else {
                    tree.put(CloudEventJsonInspector.DATA, text);
                }
            }
        } catch (ValueException misfit) {
            throw new IllegalArgumentException("its data are not what datacontenttype says: " + misfit.getMessage(), misfit);
        }
    }

    /** Null if they are no text, or none of that charset. */
    private static String text(Charset charset, byte[] bytes) {
        if (charset == null) {
            return null;
        }
        try {
            return charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException other) {
            return null;
        }
    }

    /**
     * An event of the SDK; {@code tree} must have no {@link CloudEventJsonInspector#problem}.
     *
     * @throws ValueException if its data cannot be written in the charset of its content type
     */
    public static CloudEvent of(JsonNode tree) {
        CloudEventBuilder builder = CloudEventBuilder.v1();
        for (Map.Entry<String, JsonNode> member : tree.properties()) {
            set(builder, member.getKey(), member.getValue());
        }
        String contentType = tree.path("datacontenttype").textValue();
        if (tree.has(CloudEventJsonInspector.DATA)) {
            builder.withData(JsonEventData.of(tree.get(CloudEventJsonInspector.DATA), contentType));
        } else if (tree.has(CloudEventJsonInspector.BINARY)) {
            builder.withData(
                    BytesCloudEventData.wrap(Base64.getDecoder().decode(tree.get(CloudEventJsonInspector.BINARY).textValue())));
        }
        return builder.build();
    }

    private static void set(CloudEventBuilder builder, String name, JsonNode value) {
        switch (name) {
            case CloudEventJsonInspector.DATA, CloudEventJsonInspector.BINARY, "specversion" -> {
                // No attributes of the builder.
            }
            case "id" -> builder.withId(value.textValue());
            case "source" -> builder.withSource(URI.create(value.textValue()));
            case "type" -> builder.withType(value.textValue());
            case "subject" -> builder.withSubject(value.textValue());
            case "time" -> builder.withTime(OffsetDateTime.parse(value.textValue()));
            case "datacontenttype" -> builder.withDataContentType(value.textValue());
            case "dataschema" -> builder.withDataSchema(URI.create(value.textValue()));
            default -> extension(builder, name, value);
        }
    }

    private static void extension(CloudEventBuilder builder, String name, JsonNode value) {
        if (value.isBoolean()) {
            builder.withExtension(name, value.booleanValue());
        } else if (value.isInt()) {
            builder.withExtension(name, Integer.valueOf(value.intValue()));
        } else {
            builder.withExtension(name, value.textValue());
        }
    }
}
