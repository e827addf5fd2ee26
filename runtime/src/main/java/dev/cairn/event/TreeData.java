package dev.cairn.event;

import java.nio.charset.StandardCharsets;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.value.Json;
import io.cloudevents.CloudEventData;

/**
 * The data of an event that a workflow emitted. As bytes they are JSON, or the text itself if the content type is not JSON.
 */
public final class TreeData implements CloudEventData {

    private final JsonNode tree;
    private final boolean plainText;

    TreeData(JsonNode tree, boolean plainText) {
        this.tree = tree;
        this.plainText = plainText;
    }

    /** The data; shared, not to be changed. */
    public JsonNode tree() {
        return tree;
    }

    @Override
    public byte[] toBytes() {
        return plainText && tree.isTextual() ? tree.textValue().getBytes(StandardCharsets.UTF_8) : Json.write(tree);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TreeData data && data.tree.equals(tree) && data.plainText == plainText;
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
