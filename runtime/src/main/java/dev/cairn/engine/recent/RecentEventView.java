package dev.cairn.engine.recent;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * An event that reached instances of this node, in the form that the management API shows.
 *
 * @param at when it came last
 * @param attributes type, source, id, subject and time, as far as the event has them; long ones are shortened; not to be changed
 * @param data the event's data, or null if it has none or they are too large; shared, not to be changed
 * @param dataOmitted true if the data are too large
 * @param takers the first instances of this node that have taken it
 * @param moreTakers number of further takers, by the qualified names of their workflows
 */
public record RecentEventView(Instant at, ObjectNode attributes, JsonNode data, boolean dataOmitted,
        List<RecentEventRecipient> takers,
        Map<String, Integer> moreTakers) {

    public RecentEventView {
        takers = List.copyOf(takers);
        moreTakers = Map.copyOf(moreTakers);
    }
}
