package dev.cairn.effect.http;

import java.net.URLEncoder;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.value.BodyMediaType;
import io.vertx.core.buffer.Buffer;

/** The fields of a form: an object of scalars, or arrays of scalars for fields that come several times. A null is left out. */
final class FormFields {

    static final String URL_ENCODED = "application/x-www-form-urlencoded";
    static final String MULTIPART = "multipart/form-data";

    private FormFields() {}

    static boolean isForm(BodyMediaType type) {
        return type.name().equals(URL_ENCODED) || type.name().equals(MULTIPART);
    }

    /**
     * A form as browsers send it.
     *
     * @throws IllegalArgumentException with a message for the author if a value is nested
     * @throws dev.cairn.value.ValueException if the charset lacks a character
     */
    static Buffer urlEncoded(JsonNode fields, BodyMediaType type) {
        StringBuilder form = new StringBuilder();
        each(fields, (name, value) -> {
            if (value.isContainerNode()) {
                throw new IllegalArgumentException("CAIRN-0882: The form field \"" + name + "\" has a nested value ("
                        + RequestValues.kind(value) + "), and a form has none. Name a field for each part, such as \""
                        + name
                        + "[key]\", or send the value as text: ${ .value | tojson }");
            }
            form.append(form.length() == 0 ? "" : "&").append(encoded(name, type)).append('=')
                    .append(encoded(RequestValues.scalar(value, "The form field \"" + name + "\""), type));
        });
        return Buffer.buffer(form.toString());
    }

    private static String encoded(String text, BodyMediaType type) {
        // Fails for a character that the encoder of URLs would replace by a question mark.
        type.encode(text);
        return URLEncoder.encode(text, type.charset());
    }

    /** Each value with the name of its field; an array gives its elements. */
    static void each(JsonNode fields, BiConsumer<String, JsonNode> values) {
        for (Map.Entry<String, JsonNode> field : fields.properties()) {
            Iterable<JsonNode> several = field.getValue().isArray() ? field.getValue() : List.of(field.getValue());
            for (JsonNode value : several) {
                if (!value.isNull()) {
                    values.accept(field.getKey(), value);
                }
            }
        }
    }
}
