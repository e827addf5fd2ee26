package dev.cairn.event;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.value.BodyMediaType;
import io.cloudevents.CloudEventData;

/**
 * The data of an event that a workflow emitted. As bytes they are JSON, or the text itself if the content type is not JSON, in the charset of
 * the content type.
 */
public final class JsonEventData implements CloudEventData {

    private final JsonNode tree;
    private final BodyMediaType type;

    private JsonEventData(JsonNode tree, BodyMediaType type) {
        this.tree = tree;
        this.type = type;
    }

    /**
     * Data of a content type, which may be null.
     *
     * @throws dev.cairn.value.ValueException if the charset of the content type is unknown here, or lacks one of their characters
     */
    static JsonEventData of(JsonNode tree, String contentType) {
        JsonEventData data = new JsonEventData(tree, BodyMediaType.of(contentType));
        if (!data.type.isUtf8()) {
            // Finds here, where the task fails, what a consumer would lose.
            data.toBytes();
        }
        return data;
    }

    /** The data; shared, not to be changed. */
    public JsonNode tree() {
        return tree;
    }

    @Override
    public byte[] toBytes() {
        boolean isPlain = tree.isTextual() && !type.name().isEmpty() && !type.isJson();
        return isPlain ? type.encode(tree.textValue()) : type.encodeJson(tree);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof JsonEventData data && data.tree.equals(tree) && data.type.equals(type);
    }

    @Override
    public int hashCode() {
        return tree.hashCode();
    }

    @Override
    public String toString() {
        return tree.toString();
    }
}
