package dev.cairn.event;

import java.nio.charset.Charset;
import java.util.Objects;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.value.Json;
import io.cloudevents.CloudEventData;

/**
 * The data of an event that a workflow emitted. As bytes they are JSON, or the text itself in its charset if the content type is not JSON.
 */
public final class TreeData implements CloudEventData {

    private final JsonNode tree;
    private final Charset charset;

    /** With the charset of plain text, or null if it is JSON. */
    TreeData(JsonNode tree, Charset charset) {
        this.tree = tree;
        this.charset = charset;
    }

    /** The data; shared, not to be changed. */
    public JsonNode tree() {
        return tree;
    }

    @Override
    public byte[] toBytes() {
        return charset != null && tree.isTextual() ? tree.textValue().getBytes(charset) : Json.write(tree);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TreeData data && data.tree.equals(tree) && Objects.equals(data.charset, charset);
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
