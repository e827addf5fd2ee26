package dev.cairn.engine.audit;

import com.fasterxml.jackson.databind.JsonNode;

/** The attributes that name an event in messages. Each is cut off where a text of others is too long for a message. */
public final class EventMessageText {

    private EventMessageText() {}

    /** Type, source and id of an event, for the brackets of a message. */
    public static String of(JsonNode event) {
        return of(event.path("type").asText(), event.path("source").asText(), event.path("id").asText());
    }

    /** As {@link #of(JsonNode)}. */
    public static String of(String type, Object source, String id) {
        return "type=" + brief(type) + ", source=" + brief(source) + ", id=" + brief(id);
    }

    private static String brief(Object text) {
        return StructuredLogWriter.brief(String.valueOf(text));
    }
}
