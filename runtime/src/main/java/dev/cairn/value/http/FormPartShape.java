package dev.cairn.value.http;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

/** The shape of an object that says more about a part of a multipart form than its text. */
public final class FormPartShape {

    /** The shape in words, for the authors of definitions. */
    public static final String RULE = "A part that is an object has one of text, json and base64, and may have fileName and contentType";

    private static final List<String> CONTENTS = List.of("text", "json", "base64");

    private FormPartShape() {}

    /** The property that has the content of a part: {@code text}, {@code json} or {@code base64}; null if the object is no part. */
    public static String content(JsonNode part) {
        String content = null;
        for (Map.Entry<String, JsonNode> property : part.properties()) {
            String name = property.getKey();
            if (CONTENTS.contains(name)) {
                if (content != null) {
                    return null;
                }
                content = name;
            } else if (!name.equals("fileName") && !name.equals("contentType")) {
                return null;
            }
        }
        return content;
    }
}
