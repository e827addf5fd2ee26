package dev.cairn.driver.recent;

import java.lang.ref.WeakReference;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.event.EventForm;
import dev.cairn.value.Payload;
import dev.cairn.value.Values;

/** An event with those who have taken it so far. Guarded by {@link RecentEvents}. */
final class KeptEvent {

    static final int MAX_DATA_BYTES = 16 << 10;
    static final int MAX_CHARACTERS = 500;
    static final int MAX_TAKERS = 10;
    private static final List<String> ATTRIBUTES = List.of("type", "source", "id", "subject", "time");

    private final ObjectNode attributes = JsonNodeFactory.instance.objectNode();
    private final JsonNode data;
    private final boolean dataOmitted;
    private final int dataBytes;
    private final List<EventTaker> takers = new ArrayList<>(0);
    /** By workflow. */
    private final Map<String, Integer> moreTakers = new TreeMap<>();
    private long atMillis;
    /** The event that was compared last, for its other takers; weak, as it may be large. */
    private WeakReference<JsonNode> compared;

    KeptEvent(JsonNode event) {
        for (String name : ATTRIBUTES) {
            if (event.has(name)) {
                attributes.put(name, shortened(event.path(name).asText()));
            }
        }
        JsonNode carried = carried(event);
        int bytes = carried == null ? 0 : Payload.textBytes(carried, MAX_DATA_BYTES, Values.MAX_DEPTH);
        this.dataOmitted = bytes < 0 || bytes >= MAX_DATA_BYTES;
        this.dataBytes = dataOmitted ? 0 : bytes;
        // A copy: a small part would keep all of a large event in memory.
        this.data = carried == null || dataOmitted ? null : carried.deepCopy();
        this.compared = new WeakReference<>(event);
    }

    private static JsonNode carried(JsonNode event) {
        return event.has(EventForm.DATA) ? event.get(EventForm.DATA) : event.get(EventForm.BINARY);
    }

    /** The source and the id of an event, long ones shortened. */
    static String key(JsonNode event) {
        return shortened(event.path("source").asText()) + ' ' + shortened(event.path("id").asText());
    }

    /** True if it shows an event as it is: another sender may use the same source and id. */
    boolean shows(JsonNode event) {
        if (compared.get() != event) {
            if (!isLike(event)) {
                return false;
            }
            compared = new WeakReference<>(event);
        }
        return true;
    }

    private boolean isLike(JsonNode event) {
        for (String name : ATTRIBUTES) {
            if (attributes.has(name) != event.has(name)
                    || !attributes.path(name).asText().equals(shortened(event.path(name).asText()))) {
                return false;
            }
        }
        return dataOmitted || Objects.equals(data, carried(event));
    }

    private static String shortened(String text) {
        return text.length() <= MAX_CHARACTERS ? text : text.substring(0, MAX_CHARACTERS) + "…";
    }

    /** The text of the data that is kept, about. */
    int dataBytes() {
        return dataBytes;
    }

    void cameAt(long millis) {
        atMillis = millis;
    }

    void takenBy(EventTaker taker) {
        if (takers.contains(taker)) {
            return;
        }
        if (takers.size() < MAX_TAKERS) {
            takers.add(taker);
        } else {
            moreTakers.merge(taker.workflow(), 1, Integer::sum);
        }
    }

    RecentEvent view() {
        return new RecentEvent(Instant.ofEpochMilli(atMillis), attributes, data, dataOmitted, takers, moreTakers);
    }
}
