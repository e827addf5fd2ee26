package dev.cairn.management.live;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.observer.LiveChange;
import dev.cairn.value.JsonCodec;

/** Changes as JSON, and as blocks of an event stream. */
final class ChangeTextEncoder {

    private static final String INSTANCE = "instance";
    private static final String WORKFLOW = "workflow";
    private static final String VERSION = "version";
    private static final String BUSINESS_KEY = "businessKey";
    private static final String CHANGE = "change";
    private static final String STATUS = "status";
    private static final String TASK = "task";
    private static final String ERROR_TYPE = "errorType";
    private static final String AT = "at";

    private ChangeTextEncoder() {}

    static ObjectNode json(LiveChange change) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put(INSTANCE, change.instance());
        json.put(WORKFLOW, change.workflow());
        json.put(VERSION, change.version());
        put(json, BUSINESS_KEY, change.businessKey());
        put(json, TASK, change.task());
        json.put(CHANGE, change.change());
        put(json, STATUS, change.status() == null ? null : change.status().phase());
        put(json, ERROR_TYPE, change.errorType());
        return json.put(AT, Instant.ofEpochMilli(change.atMillis()).toString());
    }

    private static void put(ObjectNode json, String name, String value) {
        if (value != null) {
            json.put(name, value);
        }
    }

    /**
     * A change that {@link #json} has written, maybe of another version of Cairn.
     *
     * @throws RuntimeException if it is none
     */
    static LiveChange read(JsonNode json) {
        String status = text(json, STATUS);
        return new LiveChange(json.required(INSTANCE).asText(), json.required(WORKFLOW).asText(),
                json.required(VERSION).asText(), text(json, BUSINESS_KEY), json.required(CHANGE).asText(),
                status == null ? null : InstanceStatus.valueOf(status.toUpperCase(Locale.ROOT)),
                text(json, TASK), text(json, ERROR_TYPE), Instant.parse(json.required(AT).asText()).toEpochMilli());
    }

    private static String text(JsonNode json, String name) {
        JsonNode value = json.get(name);
        return value == null ? null : value.asText();
    }

    /** A block of an event stream. Its data is one line: JSON has no line breaks outside of texts, and escapes those inside. */
    static byte[] event(String id, String name, JsonNode data) {
        return (idLine(id) + "event: " + name + "\ndata: " + new String(JsonCodec.writeAsJq(data), StandardCharsets.UTF_8)
                + "\n\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** A block that only says up to where the client has everything: no event for the application that reads the stream. */
    static byte[] position(String id) {
        return (":\n" + idLine(id) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** The first block of a stream. */
    static byte[] opening(String id, long retryMillis) {
        return ("retry: " + retryMillis + "\n" + idLine(id) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static String idLine(String id) {
        return id == null ? "" : "id: " + id + "\n";
    }

    /** The data of an event about the stream itself. */
    static ObjectNode word(String reason, String detail) {
        return JsonNodeFactory.instance.objectNode().put("reason", reason).put("detail", detail);
    }
}
