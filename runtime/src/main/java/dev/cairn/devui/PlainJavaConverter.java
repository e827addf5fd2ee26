package dev.cairn.devui;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

/** Converts JSON to maps, lists and values of the JDK, which every class loader has in common. */
final class PlainJavaConverter {

    private PlainJavaConverter() {}

    static Object of(JsonNode json) {
        if (json.isObject()) {
            Map<String, Object> object = new LinkedHashMap<>();
            json.properties().forEach(field -> object.put(field.getKey(), of(field.getValue())));
            return object;
        }
        if (json.isArray()) {
            List<Object> array = new ArrayList<>();
            json.forEach(element -> array.add(of(element)));
            return array;
        }
        if (json.isNumber()) {
            return json.numberValue();
        }
        return json.isNull() ? null : json.isBoolean() ? (Object) json.booleanValue() : json.asText();
    }
}
