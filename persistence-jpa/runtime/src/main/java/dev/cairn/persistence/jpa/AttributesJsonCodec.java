package dev.cairn.persistence.jpa;

import java.util.Map;
import java.util.TreeMap;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;

/** Encodes the attributes of an instance as one column: a JSON object of strings, or null if there are none. */
final class AttributesJsonCodec {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final TypeReference<TreeMap<String, String>> STRINGS = new TypeReference<>() {};

    private AttributesJsonCodec() {}

    static String encode(Map<String, String> attributes) {
        try {
            return attributes.isEmpty() ? null : JSON.writeValueAsString(attributes);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Strings are always JSON", e);
        }
    }

    /** @throws IllegalArgumentException if the column was changed by other software */
    static Map<String, String> decode(String column) {
        try {
            return column == null ? Map.of() : JSON.readValue(column, STRINGS);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("The attributes of an instance are no JSON object of strings", e);
        }
    }
}
