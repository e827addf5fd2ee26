package dev.cairn.engine.recent;

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

import dev.cairn.event.CloudEventJsonInspector;
import dev.cairn.value.JsonPayload;
import dev.cairn.value.ValueDepthLimits;

/**
 * An event, with the instances that have taken it so far. Events are frequent and people look at them rarely. So an event is
 * kept unchanged, and its shown form is made on demand. A large event is copied without the parts that are too large. Guarded
 * by {@link RecentEventLog}.
 */
final class RecentEventEntry {

    static final int MAX_DATA_BYTES = 16 << 10;
    static final int MAX_CHARACTERS = 500;
    static final int MAX_TAKERS = 10;
    private static final List<String> ATTRIBUTES = List.of("type", "source", "id", "subject", "time");

    /** The event itself. Of a large event, its shortened attributes, and its data unless they are too large. */
    private final JsonNode kept;
    private final boolean dataOmitted;
    private final int keptBytes;
    private final List<RecentEventRecipient> takers = new ArrayList<>(0);
    /** By workflow. */
    private final Map<String, Integer> moreTakers = new TreeMap<>();
    private long atMillis;
    /** The event that was compared last, for its other takers; null if that is the kept one. Weak, as it may be large. */
    private WeakReference<JsonNode> compared;

    RecentEventEntry(JsonPayload event) {
        int bytes = event.textBytes(MAX_DATA_BYTES);
        if (bytes < MAX_DATA_BYTES) {
            this.kept = event.tree();
            this.keptBytes = bytes;
            this.dataOmitted = false;
            return;
        }
        ObjectNode parts = attributes(event.tree());
        JsonNode carried = carried(event.tree());
        int carriedBytes = carried == null ? 0 : JsonPayload.textBytes(carried, MAX_DATA_BYTES, ValueDepthLimits.MAX_DEPTH);
        this.dataOmitted = carriedBytes < 0 || carriedBytes >= MAX_DATA_BYTES;
        this.keptBytes = dataOmitted ? 0 : carriedBytes;
        if (carried != null && !dataOmitted) {
            // A copy: a small part would keep all of a large event in memory.
            parts.set(
                    event.tree().has(CloudEventJsonInspector.DATA) ? CloudEventJsonInspector.DATA
                            : CloudEventJsonInspector.BINARY,
                    carried.deepCopy());
        }
        this.kept = parts;
        this.compared = new WeakReference<>(event.tree());
    }

    private static ObjectNode attributes(JsonNode event) {
        ObjectNode attributes = JsonNodeFactory.instance.objectNode();
        for (String name : ATTRIBUTES) {
            if (event.has(name)) {
                attributes.put(name, shortened(event.path(name).asText()));
            }
        }
        return attributes;
    }

    private static JsonNode carried(JsonNode event) {
        return event.has(CloudEventJsonInspector.DATA) ? event.get(CloudEventJsonInspector.DATA)
                : event.get(CloudEventJsonInspector.BINARY);
    }

    /** The source and the id of an event, long ones shortened. */
    static String key(JsonNode event) {
        return shortened(event.path("source").asText()) + ' ' + shortened(event.path("id").asText());
    }

    /** True if it shows an event as it is: another sender may use the same source and id. */
    boolean shows(JsonNode event) {
        if (kept != event && (compared == null || compared.get() != event)) {
            if (!isLike(event)) {
                return false;
            }
            compared = new WeakReference<>(event);
        }
        return true;
    }

    private boolean isLike(JsonNode event) {
        return attributes(kept).equals(attributes(event)) && (dataOmitted || Objects.equals(carried(kept), carried(event)));
    }

    private static String shortened(String text) {
        return text.length() <= MAX_CHARACTERS ? text : text.substring(0, MAX_CHARACTERS) + "…";
    }

    /** Approximate size of the kept text in bytes, without the attributes of a large event, which are short. */
    int keptBytes() {
        return keptBytes;
    }

    void cameAt(long millis) {
        atMillis = millis;
    }

    void takenBy(RecentEventRecipient taker) {
        if (takers.contains(taker)) {
            return;
        }
        if (takers.size() < MAX_TAKERS) {
            takers.add(taker);
        } else {
            moreTakers.merge(taker.workflow(), 1, Integer::sum);
        }
    }

    RecentEventView view() {
        return new RecentEventView(Instant.ofEpochMilli(atMillis), attributes(kept), carried(kept), dataOmitted, takers,
                moreTakers);
    }
}
