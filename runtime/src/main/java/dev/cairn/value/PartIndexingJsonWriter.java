package dev.cairn.value;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.databind.node.ValueNode;

import dev.cairn.value.PartIndexedJsonText.Part;

/** Writes one JSON tree as bytes, and records the positions of large parts. Used once. */
final class PartIndexingJsonWriter {

    private final int leastBytes;
    private final Set<JsonNode> omittedValues;
    private final List<Long> gaps = new ArrayList<>();
    private final ChunkedByteOutput pieces = new ChunkedByteOutput();
    private final JsonGenerator out = JsonCodec.generator(pieces);

    PartIndexingJsonWriter(int leastBytes, Set<JsonNode> omittedValues) throws IOException {
        this.leastBytes = leastBytes;
        this.omittedValues = omittedValues;
    }

    PartIndexedJsonText write(JsonNode value) throws IOException {
        Part whole = write(value, 0);
        out.close();
        return new PartIndexedJsonText(pieces.all(), whole, gaps);
    }

    /** @param separators number of bytes that the generator puts before the value: a comma or a colon */
    private Part write(JsonNode value, int separators) throws IOException {
        if (value instanceof ObjectNode || value instanceof ArrayNode || value instanceof TextNode) {
            if (!omittedValues.isEmpty() && omittedValues.contains(value)) {
                out.writeNull();
                gaps.add(position());
                return null;
            }
            if (value instanceof ObjectNode object) {
                return write(object, separators);
            }
            return value instanceof ArrayNode array ? write(array, separators) : write((TextNode) value, separators);
        }
        if (value.isNull()) {
            out.writeNull();
        } else {
            // Null apart, no scalar asks the serializers of a mapper for anything.
            ((ValueNode) value).serialize(out, null);
        }
        return null;
    }

    private Part write(ObjectNode object, int separators) throws IOException {
        long start = position() + separators;
        List<Part> parts = List.of();
        out.writeStartObject(object, object.size());
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            out.writeFieldName(field.getKey());
            parts = with(parts, field.getKey(), write(field.getValue(), 1));
        }
        out.writeEndObject();
        return part(object, start, parts);
    }

    private Part write(ArrayNode array, int separators) throws IOException {
        long start = position() + separators;
        List<Part> parts = List.of();
        out.writeStartArray(array, array.size());
        for (int i = 0; i < array.size(); i++) {
            Part part = write(array.get(i), i == 0 ? 0 : 1);
            parts = part == null ? parts : with(parts, i, part);
        }
        out.writeEndArray();
        return part(array, start, parts);
    }

    private Part write(TextNode text, int separators) throws IOException {
        String characters = text.textValue();
        if (characters.length() < leastBytes) {
            out.writeString(characters);
            return null;
        }
        long start = position() + separators;
        out.writeString(characters);
        return part(text, start, List.of());
    }

    private Part part(JsonNode value, long start, List<Part> parts) {
        long end = position();
        return end - start < leastBytes ? null : new Part(null, value, start, end, parts);
    }

    private static List<Part> with(List<Part> parts, Object token, Part part) {
        if (part == null) {
            return parts;
        }
        List<Part> more = parts.isEmpty() ? new ArrayList<>() : parts;
        more.add(new Part(token, part.value(), part.start(), part.end(), part.parts()));
        return more;
    }

    private long position() {
        return pieces.size() + out.getOutputBuffered();
    }
}
