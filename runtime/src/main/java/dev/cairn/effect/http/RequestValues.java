package dev.cairn.effect.http;

import java.util.Locale;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.value.JqValues;

/** Reads the values that arguments of a call have for parts of its request. */
final class RequestValues {

    private RequestValues() {}

    /** The text of a scalar; {@code what} begins the message if it is none. */
    static String scalar(JsonNode value, String what) {
        if (!value.isTextual() && !value.isNumber() && !value.isBoolean()) {
            throw new IllegalArgumentException(what + " must be a string, number or boolean, not " + kind(value));
        }
        return whole(JqValues.scalarText(value), what);
    }

    /** The text, whose every character can be sent; {@code what} begins the message if one cannot. */
    static String whole(String text, String what) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                boolean pair = i + 1 < text.length() && Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1));
                if (!pair) {
                    throw new IllegalArgumentException(what + " has half of a surrogate pair, which no charset has");
                }
                i++;
            }
        }
        return text;
    }

    /** The kind of a value, for messages. */
    static String kind(JsonNode value) {
        return value.isMissingNode() ? "absent" : value.getNodeType().name().toLowerCase(Locale.ROOT);
    }
}
